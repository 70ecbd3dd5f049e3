// The state in the address: whoever opens it sees the same.

import { Quaternion, Vector3 } from "three";
import type { Desk } from "./desk";
import { Pose } from "./pose";
import type { Trees } from "./tree";

/** The time after the last change in which the address is written: browsers do not take it often. */
const PAUSE_MS = 300;

export class Address {
  private waiting = 0;

  constructor(private readonly desk: Desk, private readonly trees: Trees | null) {
    this.read();
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
      if (part.pose.equals(Pose.of(part.found.pose)) || near(part.pose, Pose.of(part.found.pose))) continue;
      state.set(`p${part.number}`, [...place.toArray(), ...turn.toArray()].join(","));
    }
    const camera = [...view.camera.position.toArray(), ...view.orbit.target.toArray()];
    state.set("camera", camera.map(x => x.toPrecision(6)).join(","));
    if (trees && trees.side !== "none") {
      state.set("tree", trees.side);
      state.set("level", String(trees.level));
    }
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
    desk.tell("chosen");
    desk.tell("moved");
    desk.tell("built");
    const side = state.get("tree");
    if (trees && (side === "a" || side === "b")) trees.show(side, Math.max(0, Number(state.get("level")) || 0));
  }
}

function near(one: Pose, other: Pose): boolean {
  return one.place.distanceTo(other.place) <= 1e-12 * (1 + one.place.length()) && one.turn.angleTo(other.turn) < 1e-7;
}

/** Finite numbers, separated by commas, if there are as many as wanted. */
function numbers(text: string | null, many: number): number[] | null {
  const list = (text ?? "").split(",").map(Number);
  return text !== null && list.length === many && list.every(Number.isFinite) ? list : null;
}
