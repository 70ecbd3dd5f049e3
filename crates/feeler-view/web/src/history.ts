// Undo: the poses before each motion.

import type { Desk } from "./desk";
import type { Pose } from "./pose";

/** A motion of a part, or of several at a time. */
type Step = { part: number; before: Pose; after: Pose }[];

const MOST_STEPS = 500;

export class History {
  private done: Step[] = [];
  private undone: Step[] = [];
  private known: Pose[];

  constructor(private readonly desk: Desk) {
    this.known = desk.parts.map(part => part.pose);
    desk.on("settled", () => this.note());
  }

  undo(): void {
    this.move(this.done, this.undone, "before");
  }

  redo(): void {
    this.move(this.undone, this.done, "after");
  }

  private note(): void {
    const step: Step = [];
    this.desk.parts.forEach((part, i) => {
      const [before, after] = [this.known[i], part.pose];
      if (!before || before.equals(after)) return;
      step.push({ part: i, before, after });
      this.known[i] = after;
    });
    if (step.length === 0) return;
    this.done.push(step);
    this.done.splice(0, this.done.length - MOST_STEPS);
    this.undone = [];
  }

  private move(from: Step[], to: Step[], end: "before" | "after"): void {
    const step = from.pop();
    if (!step) return;
    to.push(step);
    for (const each of step) {
      const part = this.desk.at(each.part);
      part.pose = each[end];
      this.known[each.part] = part.pose;
    }
    this.desk.tell("moved");
    this.desk.tell("settled");
  }
}
