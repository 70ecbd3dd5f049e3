// The pose of B in A's frame as numbers, to be read and typed.

import { Euler, MathUtils, Quaternion, Vector3 } from "three";
import type { Desk } from "./desk";
import { button, element, section } from "./element";
import type { History } from "./history";
import { Pose } from "./pose";

const AXES = ["x", "y", "z"] as const;

/** The turns about x, then y, then z, as `--rotate x:… --rotate y:… --rotate z:…` takes them. */
const ORDER = "ZYX";

export class Numbers {
  readonly panel: HTMLElement;
  private readonly fields: HTMLInputElement[];
  private readonly command = element("code", { id: "command" });

  constructor(private readonly desk: Desk, history: History) {
    const field = (name: string): HTMLInputElement =>
      element("input", { type: "text", inputMode: "decimal", name, onchange: () => this.typed(), autocomplete: "off", ariaLabel: name });
    this.fields = [...AXES.map(axis => field(`at ${axis}`)), ...AXES.map(axis => field(`turn ${axis}`))];
    const row = (title: string, fields: HTMLInputElement[]): HTMLElement =>
      element("div", { className: "numbers" }, element("span", {}, title), ...fields);
    const copy = button("Copy", "copy the options with which 'feeler check' asks the same", () => void navigator.clipboard.writeText(this.command.textContent ?? ""));
    this.panel = section("Pose of B in A's frame", true, row("at", this.fields.slice(0, 3)), row("turned °", this.fields.slice(3)),
      element("div", { className: "row" },
        button("Undo", "Ctrl+Z", () => history.undo()), button("Redo", "Ctrl+Shift+Z", () => history.redo()),
        button("Reset", "all parts where they were", () => this.reset()), copy),
      element("p", {}, this.command));
    for (const event of ["moved", "chosen"] as const) desk.on(event, () => this.fill());
    this.fill();
  }

  private relative(): Pose {
    const [a, b] = [this.desk.partA.pose, this.desk.partB.pose];
    const back = a.turn.clone().invert();
    return new Pose(b.place.clone().sub(a.place).applyQuaternion(back), back.multiply(b.turn));
  }

  private fill(): void {
    const { place, turn } = this.relative();
    const angles = new Euler().setFromQuaternion(turn, ORDER);
    const numbers = [...place.toArray(), ...AXES.map(axis => MathUtils.radToDeg(angles[axis]))];
    this.fields.forEach((field, i) => {
      if (document.activeElement !== field) field.value = String(Number((numbers[i] ?? 0).toPrecision(9)));
    });
    const { x, y, z, w } = turn;
    this.command.textContent = `--quat xyzw:${[x, y, z, w].join(",")} --at ${place.toArray().join(",")}`;
  }

  private typed(): void {
    const numbers = this.fields.map(field => Number(field.value.replace(",", ".")));
    const wrong = this.fields.find((field, i) => field.value.trim() === "" || !Number.isFinite(numbers[i]));
    if (wrong) {
      this.desk.complain(new Error(`'${wrong.value}' is no number`));
      return;
    }
    const [x = 0, y = 0, z = 0, ...angles] = numbers;
    const [u = 0, v = 0, w = 0] = angles.map(MathUtils.degToRad);
    const a = this.desk.partA.pose;
    const turn = new Quaternion().setFromEuler(new Euler(u, v, w, ORDER));
    this.desk.partB.pose = new Pose(a.apply(new Vector3(x, y, z)), a.turn.clone().multiply(turn));
    this.desk.tell("moved");
    this.desk.tell("settled");
  }

  private reset(): void {
    for (const part of this.desk.parts) part.pose = Pose.of(part.found.pose);
    this.desk.tell("moved");
    this.desk.tell("settled");
  }
}
