// Undo: the poses before each motion.

import type { Desk } from "./desk";
import type { Pose } from "./pose";

interface Step {
  part: number;
  before: Pose;
  after: Pose;
}

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
    this.move(this.done, this.undone, step => step.before);
  }

  redo(): void {
    this.move(this.undone, this.done, step => step.after);
  }

  private note(): void {
    this.desk.parts.forEach((part, i) => {
      const [before, after] = [this.known[i], part.pose];
      if (!before || before.equals(after)) return;
      this.done.push({ part: i, before, after });
      this.done.splice(0, this.done.length - MOST_STEPS);
      this.undone = [];
      this.known[i] = after;
    });
  }

  private move(from: Step[], to: Step[], pose: (step: Step) => Pose): void {
    const step = from.pop();
    if (!step) return;
    to.push(step);
    const part = this.desk.at(step.part);
    part.pose = pose(step);
    this.known[step.part] = part.pose;
    this.desk.tell("moved");
    this.desk.tell("settled");
  }
}
