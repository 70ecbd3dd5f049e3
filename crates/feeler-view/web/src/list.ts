// All parts of an assembly, to be found, hidden and picked.

import { Raycaster, Vector2 } from "three";
import type { Desk } from "./desk";
import { element, section } from "./element";
import { count } from "./format";
import type { Part } from "./part";
import { View } from "./view";

/** A list of more parts than this is shown as far as it is searched for. */
const MOST_ROWS = 500;
/** A click that moves further than this many pixels is a drag. */
const STILL = 4;

export class List {
  readonly panel: HTMLElement;
  private readonly rows = element("div", { className: "parts" });
  private readonly find = element("input", { type: "text", placeholder: "find a part", ariaLabel: "find a part" });

  constructor(private readonly desk: Desk, private readonly busy: () => boolean) {
    this.find.oninput = () => this.fill();
    this.panel = section(`Parts (${count(desk.parts.length)})`, desk.parts.length > 2, this.find, this.rows);
    desk.on("chosen", () => this.fill());
    this.fill();
    const { domElement } = desk.view.renderer;
    let down = new Vector2();
    domElement.addEventListener("pointerdown", event => (down = new Vector2(event.clientX, event.clientY)));
    domElement.addEventListener("click", event => {
      const still = down.distanceTo(new Vector2(event.clientX, event.clientY)) < STILL;
      if (still && !this.busy()) this.pick(event);
    });
  }

  /** Makes a part B, and what was B becomes A. */
  choose(part: Part): void {
    const { desk } = this;
    if (part.number === desk.b) return;
    if (part.number === desk.a) [desk.a, desk.b] = [desk.b, desk.a];
    else [desk.a, desk.b] = [desk.b, part.number];
    desk.tell("chosen");
  }

  private pick(event: MouseEvent): void {
    const { view, parts } = this.desk;
    const box = view.renderer.domElement.getBoundingClientRect();
    const place = new Vector2(((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2);
    const ray = new Raycaster();
    ray.setFromCamera(place, view.camera);
    const surfaces = parts.filter(part => part.pivot.visible).map(part => part.surface);
    const hit = ray.intersectObjects(surfaces, false)[0];
    if (hit) this.choose(hit.object.userData.part as Part);
  }

  private fill(): void {
    const { desk } = this;
    const wanted = this.find.value.toLowerCase();
    const found = desk.parts.filter(part => `${part.found.group ?? ""} ${part.name}`.toLowerCase().includes(wanted));
    const row = (part: Part): HTMLElement => {
      const shown = element("input", { type: "checkbox", checked: part.pivot.visible, title: "show it", ariaLabel: `show ${part.name}` });
      shown.onchange = () => {
        part.pivot.visible = shown.checked;
        desk.view.draw();
      };
      const role = part.number === desk.a ? "A" : part.number === desk.b ? "B" : "";
      const name = element("button", { type: "button", className: `name ${role.toLowerCase()}`, title: "make it B, and look at it" }, part.name);
      name.onclick = () => {
        this.choose(part);
        desk.view.fit(View.around([part.pivot]));
      };
      const group = part.found.group ? [element("small", {}, part.found.group)] : [];
      return element("div", { className: "part" }, shown, name, ...group, element("small", {}, `${role} ${count(part.mesh.triangles)}`));
    };
    const more = found.length > MOST_ROWS ? [element("p", {}, `and ${count(found.length - MOST_ROWS)} more: type a part of the name`)] : [];
    this.rows.replaceChildren(...found.slice(0, MOST_ROWS).map(row), ...more);
  }
}
