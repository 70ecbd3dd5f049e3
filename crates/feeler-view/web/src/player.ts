// The player: B on its path, with the distance from A over the poses.

import { Chart } from "./chart";
import type { Desk } from "./desk";
import { button, choice, element, labelled, section } from "./element";
import { length } from "./format";
import { Pose } from "./pose";

const FRAME_MS = 50;

/** Whose distance the chart shows. */
type Measured = "pair" | "all";

export class Player {
  readonly panel: HTMLElement;
  private readonly many: number;
  private measured: Measured;
  private distances: number[] = [];
  /** The parts that have these distances, where the chart shows the nearest of all. */
  private parts: [number, number][] = [];
  private at = 0;
  private playing = 0;
  /** Counts the paths that were asked for, so that answers about an earlier one are not mixed in. */
  private asked = 0;
  private readonly slider = element("input", { type: "range", min: "0", value: "0", id: "pose", ariaLabel: "pose" });
  private readonly about = element("p", { id: "path" });
  private readonly chart = new Chart("#d0206a", at => this.go(at));

  constructor(private readonly desk: Desk) {
    const { path, moves } = desk.stage;
    const isRobot = moves.length > 0;
    this.many = moves[0]?.poses.length ?? path.length;
    this.measured = isRobot ? "all" : "pair";
    this.slider.max = String(this.many - 1);
    this.slider.oninput = () => this.go(Number(this.slider.value));
    const measured = choice([["all", "all that moves and all that stands"], ["pair", "A and B"]], this.measured, value => {
      this.measured = value as Measured;
      void this.measure();
    });
    measured.id = "measured";
    this.panel = section("Path", true, ...(isRobot ? [labelled("Distance of", measured)] : []), this.chart.canvas, this.slider,
      element("div", { className: "row" }, button("Play", "play or stop", () => this.play()),
        button("Nearest", "the pose where they are nearest", () => this.go(this.nearest()))), this.about);
    desk.on("built", () => void this.measure());
    desk.on("chosen", () => this.measured === "pair" && void this.measure());
    void this.measure();
  }

  /** Asks for the distances at all poses, a few at a time. */
  private async measure(): Promise<void> {
    const { desk } = this;
    const asked = ++this.asked;
    const all = this.measured === "all";
    const moving = new Set(desk.stage.moves.map(({ part }) => part));
    const moved = desk.moved().filter(([number]) => !moving.has(number));
    [this.distances, this.parts] = [[], []];
    try {
      while ((all || desk.isPair) && this.distances.length < this.many) {
        const from = this.distances.length;
        const { distances, parts } = all
          ? (await desk.source.ask("nearest", { from, moved })).found
          : { parts: [], ...(await desk.source.ask("path", { pair: desk.pair(), from })).found };
        if (asked !== this.asked || distances.length === 0) return;
        this.distances.push(...distances);
        this.parts.push(...parts);
        this.chart.show(this.distances, this.many);
        this.tell();
      }
    } catch (error) {
      desk.complain(error as Error);
    }
  }

  private tell(): void {
    const touching = this.distances.filter(distance => distance === 0).length;
    const others = Math.min(...this.distances.filter(distance => distance > 0));
    Object.assign(this.about.dataset, { distances: JSON.stringify(this.distances), parts: JSON.stringify(this.parts) });
    this.about.textContent = `${this.distances.length} of ${this.many} poses asked: ${touching} touch` +
      (Number.isFinite(others) ? `, the nearest of the others is ${length(others)} away` : "");
  }

  private go(at: number): void {
    const { desk } = this;
    const { path, moves } = desk.stage;
    if (at < 0 || at >= this.many) return;
    this.at = at;
    this.slider.value = String(at);
    this.chart.mark(at);
    for (const { part, poses } of moves) desk.at(part).pose = Pose.of(poses[at] ?? []);
    const pose = path[at];
    if (pose && moves.length === 0) {
      const [a, b] = [desk.partA.pose, Pose.of(pose)];
      desk.partB.pose = new Pose(a.apply(b.place), a.turn.clone().multiply(b.turn));
    }
    const [a, b] = this.parts[at] ?? [desk.a, desk.b];
    const changed = a !== desk.a || b !== desk.b;
    [desk.a, desk.b] = [a, b];
    desk.tell("moved");
    if (changed) desk.tell("chosen");
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
    this.playing = window.setInterval(() => this.go((this.at + 1) % this.many), FRAME_MS);
  }
}
