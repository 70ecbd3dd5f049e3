// What all panels share: the parts, which of them are A and B, and how trees are built.

import type { Part } from "./part";
import type { PairAsk, PoseNumbers, Setting, StageFound } from "./protocol";
import type { Source } from "./source";
import type { View } from "./view";

type Listener = () => void;

/** Parts move, or have moved; other parts are A and B; trees are built otherwise; other volumes are shown. */
export type Event = "moved" | "settled" | "chosen" | "built" | "shown";

export class Desk {
  a = 0;
  b = 1;
  setting: Setting = { volume: "obb", arity: "8", rule: "sah" };
  private readonly listeners: Record<Event, Listener[]> = { moved: [], settled: [], chosen: [], built: [], shown: [] };

  constructor(
    readonly source: Source,
    readonly stage: StageFound,
    readonly parts: Part[],
    readonly view: View,
    readonly complain: (error: Error) => void,
  ) {
    this.b = parts.length > 1 ? 1 : 0;
  }

  get partA(): Part {
    return this.at(this.a);
  }

  get partB(): Part {
    return this.at(this.b);
  }

  at(number: number): Part {
    const part = this.parts[number];
    if (!part) throw new Error(`there is no part ${number}`);
    return part;
  }

  /** Whether there are two parts to be compared. */
  get isPair(): boolean {
    return this.a !== this.b;
  }

  pair(): PairAsk {
    return {
      parts: [this.a, this.b],
      poses: [this.partA.pose.numbers(), this.partB.pose.numbers()],
      setting: this.setting,
    };
  }

  /** The parts that are not where they were at first. */
  moved(): [number, PoseNumbers][] {
    return this.parts.filter(part => part.isMoved).map(part => [part.number, part.pose.numbers()]);
  }

  on(event: Event, listener: Listener): void {
    this.listeners[event].push(listener);
  }

  tell(event: Event): void {
    for (const listener of this.listeners[event]) listener();
    this.view.draw();
  }
}
