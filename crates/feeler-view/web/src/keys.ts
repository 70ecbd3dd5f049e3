// The keys: everything that a mouse can do to the picture.

import { Vector3 } from "three";
import type { Desk } from "./desk";
import { element } from "./element";
import type { Gizmo } from "./gizmo";
import type { History } from "./history";
import type { Microscope } from "./microscope";
import { View } from "./view";

/** The share of B's size by which a key moves it, and the angle by which a key turns things. */
const STEP = 0.02;
const ANGLE = Math.PI / 36;
/** The share of the distance to what is looked at by which a key moves the view. */
const PAN = 0.05;

interface Key {
  keys: string;
  text: string;
  press(key: string, shift: boolean): void;
}

export class Keys {
  private readonly list: Key[];
  private readonly help = element("dialog", { className: "help" });

  constructor(private readonly desk: Desk, gizmo: Gizmo, private readonly past: History, microscope: Microscope | null) {
    const { view } = desk;
    this.list = [
      { keys: "ArrowLeft ArrowRight ArrowUp ArrowDown", text: "turn the view, with Shift move it", press: (key, shift) => this.look(key, shift) },
      { keys: "+ -", text: "zoom", press: key => view.zoom(key === "+" ? 0.9 : 1 / 0.9) },
      { keys: "f", text: "fit all into the window", press: () => view.fit(View.around(desk.parts.map(part => part.pivot))) },
      { keys: "x X y Y z Z", text: "move B along an axis, with Shift backwards", press: key => this.move(key) },
      { keys: "u U v V w W", text: "turn B about x, y or z, with Shift backwards", press: key => this.turn(key) },
      { keys: "m", text: "the gizmo moves", press: () => (gizmo.mode = "translate") },
      { keys: "t", text: "the gizmo turns", press: () => (gizmo.mode = "rotate") },
      { keys: ", .", text: "one test of the microscope back or on", press: key => microscope?.go(microscope.at + (key === "." ? 1 : -1)) },
      { keys: "?", text: "show these keys", press: () => this.help.showModal() },
    ];
    document.body.append(this.help);
    const rows = this.list.map(({ keys, text }) =>
      element("tr", {}, element("td", {}, ...keys.split(" ").map(key => element("kbd", {}, key.replace("Arrow", "")))),
        element("td", {}, text)));
    const close = element("form", { method: "dialog" }, element("button", {}, "Close"));
    this.help.append(element("h2", {}, "Keys"), element("table", {}, ...rows), element("p", {}, "Ctrl+Z takes a motion back, Ctrl+Shift+Z does it again."), close);
    addEventListener("keydown", event => this.pressed(event));
  }

  private pressed(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    // A slider takes arrows, and a list letters.
    const typing = target.closest("input[type=text], select, dialog") ?? (event.key.startsWith("Arrow") ? target.closest("input[type=range]") : null);
    if (!typing && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      event.preventDefault();
      if (event.shiftKey) this.past.redo();
      else this.past.undo();
      return;
    }
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const known = this.list.find(({ keys }) => keys.split(" ").includes(event.key));
    if (!known) return;
    event.preventDefault();
    known.press(event.key, event.shiftKey);
  }

  private look(key: string, shift: boolean): void {
    const left = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
    const up = key === "ArrowUp" ? 1 : key === "ArrowDown" ? -1 : 0;
    if (shift) this.desk.view.pan(left * PAN, up * PAN);
    else this.desk.view.turn(left * ANGLE, up * ANGLE);
  }

  private move(key: string): void {
    if (!this.desk.source.live) return;
    const axis = unit("xyz".indexOf(key.toLowerCase()));
    const way = key === key.toLowerCase() ? 1 : -1;
    this.desk.partB.pivot.position.addScaledVector(axis, way * STEP * this.desk.partB.radius);
    this.done();
  }

  private turn(key: string): void {
    if (!this.desk.source.live) return;
    const axis = unit("uvw".indexOf(key.toLowerCase()));
    this.desk.partB.pivot.rotateOnWorldAxis(axis, key === key.toLowerCase() ? ANGLE : -ANGLE);
    this.done();
  }

  private done(): void {
    this.desk.partB.pivot.updateMatrixWorld();
    this.desk.tell("moved");
    this.desk.tell("settled");
  }
}

function unit(i: number): Vector3 {
  return new Vector3(i === 0 ? 1 : 0, i === 1 ? 1 : 0, i === 2 ? 1 : 0);
}
