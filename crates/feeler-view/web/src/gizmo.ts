// The gizmo: handles that move and turn a part.

import { TransformControls } from "three/examples/jsm/controls/TransformControls.js";
import type { Part } from "./part";
import type { View } from "./view";

export type Mode = "translate" | "rotate";

export class Gizmo {
  readonly controls: TransformControls;

  /** `moved` is called for each small motion, `done` when a drag ends. */
  constructor(view: View, moved: () => void, done: () => void) {
    this.controls = new TransformControls(view.camera, view.renderer.domElement);
    this.controls.setSize(0.8);
    this.controls.addEventListener("objectChange", moved);
    this.controls.addEventListener("change", () => view.draw());
    this.controls.addEventListener("dragging-changed", event => {
      view.orbit.enabled = event.value !== true;
      if (event.value !== true) done();
    });
    view.add(this.controls.getHelper());
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
