// The player: B on its path, with the distance from A over the poses.

import { Chart } from "./chart";
import type { Desk } from "./desk";
import { button, element, section } from "./element";
import { length } from "./format";
import { Pose } from "./pose";

const FRAME_MS = 50;

export class Player {
  readonly panel: HTMLElement;
  private distances: number[] = [];
  private at = 0;
  private playing = 0;
  /** Counts the paths that were asked for, so that answers about an earlier one are not mixed in. */
  private asked = 0;
  private readonly slider = element("input", { type: "range", min: "0", value: "0", id: "pose" });
  private readonly about = element("p", { id: "path" });
  private readonly chart = new Chart("#d0206a", at => this.go(at));

  constructor(private readonly desk: Desk) {
    const { path } = desk.stage;
    this.slider.max = String(path.length - 1);
    this.slider.oninput = () => this.go(Number(this.slider.value));
    this.panel = section("Path", true, this.chart.canvas, this.slider,
      element("div", { className: "row" }, button("Play", "play or stop", () => this.play()),
        button("Nearest", "the pose where they are nearest", () => this.go(this.nearest()))), this.about);
    for (const event of ["chosen", "built"] as const) desk.on(event, () => void this.measure());
    void this.measure();
  }

  /** Asks for the distances at all poses, a few at a time. */
  private async measure(): Promise<void> {
    const { desk } = this;
    const asked = ++this.asked;
    this.distances = [];
    try {
      while (desk.isPair && this.distances.length < desk.stage.path.length) {
        const { found } = await desk.source.ask("path", { pair: desk.pair(), from: this.distances.length });
        if (asked !== this.asked || found.distances.length === 0) return;
        this.distances.push(...found.distances);
        this.chart.show(this.distances, desk.stage.path.length);
        const touching = this.distances.filter(distance => distance === 0).length;
        Object.assign(this.about.dataset, { distances: JSON.stringify(this.distances) });
        this.about.textContent = `${this.distances.length} of ${desk.stage.path.length} poses asked: ${touching} touch, ` +
          `the nearest of the others is ${length(Math.min(...this.distances.filter(distance => distance > 0)))} away`;
      }
    } catch (error) {
      desk.complain(error as Error);
    }
  }

  private go(at: number): void {
    const { desk } = this;
    const pose = desk.stage.path[at];
    if (!pose) return;
    this.at = at;
    this.slider.value = String(at);
    this.chart.mark(at);
    const [a, b] = [desk.partA.pose, Pose.of(pose)];
    desk.partB.pose = new Pose(a.apply(b.place), a.turn.clone().multiply(b.turn));
    desk.tell("moved");
    if (this.playing === 0) desk.tell("settled");
  }

  private nearest(): number {
    return this.distances.reduce((best, distance, at) => (distance < (this.distances[best] ?? Infinity) ? at : best), 0);
  }

  private play(): void {
    if (this.playing !== 0) {
      clearInterval(this.playing);
      this.playing = 0;
      this.desk.tell("settled");
      return;
    }
    this.playing = window.setInterval(() => this.go((this.at + 1) % this.desk.stage.path.length), FRAME_MS);
  }
}
