// The state in the address: whoever opens it sees the same.

import { Quaternion, Vector3 } from "three";
import type { Desk } from "./desk";
import type { Microscope } from "./microscope";
import { Pose } from "./pose";
import type { Trees } from "./tree";

/** The time after the last change in which the address is written: browsers do not take it often. */
const PAUSE_MS = 300;

/** Controls whose values are kept in another way, or follow from others. */
const OTHERS = ["volume", "arity", "rule", "side", "level", "step", "pose"];

type Control = HTMLInputElement | HTMLSelectElement;

export class Address {
  private waiting = 0;
  /** The values of controls, and whether sections are open, before anybody has changed them. */
  private readonly values = new Map<string, string>();
  private readonly open = new Map<string, boolean>();

  constructor(
    private readonly desk: Desk,
    private readonly trees: Trees | null,
    private readonly microscope: Microscope | null,
    private readonly panel: HTMLElement,
  ) {
    for (const control of this.controls()) this.values.set(control.id, value(control));
    for (const section of this.sections()) this.open.set(name(section), section.open);
    this.read();
    for (const event of ["input", "change", "toggle"]) panel.addEventListener(event, () => this.later(), true);
    for (const event of ["settled", "chosen", "built", "shown"] as const) desk.on(event, () => this.later());
    desk.view.orbit.addEventListener("end", () => this.later());
    addEventListener("hashchange", () => this.read());
  }

  private later(): void {
    clearTimeout(this.waiting);
    this.waiting = window.setTimeout(() => this.write(), PAUSE_MS);
  }

  private write(): void {
    const { desk, trees } = this;
    const { view, setting } = desk;
    const state = new URLSearchParams({ a: String(desk.a), b: String(desk.b), volume: setting.volume, arity: setting.arity, rule: setting.rule });
    for (const part of desk.parts) {
      const { place, turn } = part.pose;
      if (!part.isMoved) continue;
      state.set(`p${part.number}`, [...place.toArray(), ...turn.toArray()].join(","));
    }
    const camera = [...view.camera.position.toArray(), ...view.orbit.target.toArray()];
    state.set("camera", camera.map(x => x.toPrecision(6)).join(","));
    if (trees && trees.side !== "none") {
      state.set("tree", trees.side);
      state.set("level", String(trees.level));
    }
    for (const control of this.controls()) {
      if (value(control) !== this.values.get(control.id)) state.set(control.id, value(control));
    }
    const folded = this.sections().filter(section => section.open !== this.open.get(name(section)));
    if (folded.length > 0) state.set("sections", folded.map(name).join(","));
    const hidden = desk.parts.filter(part => !part.pivot.visible);
    if (hidden.length > 0) state.set("hidden", hidden.map(part => part.number).join(","));
    if (this.microscope && this.microscope.at > 0) state.set("step", String(this.microscope.at));
    history.replaceState(null, "", `#${state}`);
  }

  private read(): void {
    const { desk, trees } = this;
    const state = new URLSearchParams(location.hash.slice(1));
    const part = (name: "a" | "b"): number => {
      const number = Number(state.get(name) ?? desk[name]);
      return Number.isInteger(number) && number >= 0 && number < desk.parts.length ? number : desk[name];
    };
    [desk.a, desk.b] = [part("a"), part("b")];
    const known = (name: "volume" | "arity" | "rule", values: string[]): string => {
      const value = state.get(name) ?? "";
      return values.includes(value) ? value : desk.setting[name];
    };
    desk.setting = { volume: known("volume", desk.stage.volumes), arity: known("arity", ["2", "4", "8"]), rule: known("rule", desk.stage.rules) };
    for (const each of desk.parts) {
      const n = numbers(state.get(`p${each.number}`), 7);
      if (n) each.pose = new Pose(new Vector3().fromArray(n), new Quaternion().fromArray(n, 3).normalize());
    }
    const camera = numbers(state.get("camera"), 6);
    if (camera) {
      desk.view.camera.position.fromArray(camera);
      desk.view.orbit.target.fromArray(camera, 3);
      desk.view.orbit.update();
    }
    const hidden = new Set((state.get("hidden") ?? "").split(","));
    for (const each of desk.parts) each.pivot.visible = !hidden.has(String(each.number));
    desk.tell("chosen");
    desk.tell("moved");
    desk.tell("built");
    const side = state.get("tree");
    if (trees && (side === "a" || side === "b")) trees.show(side, Math.max(0, Number(state.get("level")) || 0));
    for (const control of this.controls()) put(control, state.get(control.id) ?? this.values.get(control.id) ?? "");
    if (this.microscope) this.microscope.first = Math.max(0, Number(state.get("step")) || 0);
    const folded = new Set((state.get("sections") ?? "").split(","));
    for (const section of this.sections()) section.open = this.open.get(name(section)) !== folded.has(name(section));
    desk.tell("settled");
  }

  private controls(): Control[] {
    return [...this.panel.querySelectorAll<Control>("input[id], select[id]")].filter(control => !OTHERS.includes(control.id));
  }

  private sections(): HTMLDetailsElement[] {
    return [...this.panel.querySelectorAll("details")];
  }
}

function name(section: HTMLDetailsElement): string {
  return (section.querySelector("summary")?.textContent ?? "").replace(/[^A-Za-z]+/g, "-");
}

function value(control: Control): string {
  return control.type === "checkbox" ? String((control as HTMLInputElement).checked) : control.value;
}

/** Gives a control a value, as if somebody had chosen it. */
function put(control: Control, wanted: string): void {
  if (value(control) === wanted) return;
  if (control.type === "checkbox") (control as HTMLInputElement).checked = wanted === "true";
  else control.value = wanted;
  for (const event of ["input", "change"]) control.dispatchEvent(new Event(event));
}

/** Finite numbers, separated by commas, if there are as many as wanted. */
function numbers(text: string | null, many: number): number[] | null {
  const list = (text ?? "").split(",").map(Number);
  return text !== null && list.length === many && list.every(Number.isFinite) ? list : null;
}
