// The gizmo: handles that move and turn a part.

import { TransformControls } from "three/examples/jsm/controls/TransformControls.js";
import type { Part } from "./part";
import type { View } from "./view";

export type Mode = "translate" | "rotate";

export class Gizmo {
  readonly controls: TransformControls;
  /** Where the picture is during a drag: to ask for it at each event would lay the page out again. */
  private box = new DOMRect();

  /** `moved` is called for each small motion, `done` when a drag ends. */
  constructor(view: View, moved: () => void, done: () => void) {
    this.controls = new TransformControls(view.camera, view.renderer.domElement);
    this.controls.setSize(0.8);
    this.controls.addEventListener("objectChange", moved);
    this.controls.addEventListener("change", () => view.draw());
    this.controls.addEventListener("dragging-changed", event => {
      view.orbit.enabled = event.value !== true;
      if (event.value === true) this.box = view.renderer.domElement.getBoundingClientRect();
      else done();
    });
    view.add(this.controls.getHelper());
    // Browsers hold 'pointermove' back until a frame can be drawn. These events come at once, so a slow picture has no slow verdicts.
    view.renderer.domElement.addEventListener("pointerrawupdate", event => this.follow(event as PointerEvent));
  }

  private follow(event: PointerEvent): void {
    const { box } = this;
    if (!this.controls.dragging) return;
    const x = ((event.clientX - box.left) / box.width) * 2 - 1;
    const y = 1 - ((event.clientY - box.top) / box.height) * 2;
    // What the controls take is no event, but a place from -1 to 1 and a button, of which -1 is none.
    this.controls.pointerMove({ x, y, button: -1 } as PointerEvent);
  }

  get dragging(): boolean {
    return this.controls.dragging;
  }

  hold(part: Part | null): void {
    if (part) this.controls.attach(part.pivot);
    else this.controls.detach();
  }

  set mode(mode: Mode) {
    this.controls.setMode(mode);
  }
}
