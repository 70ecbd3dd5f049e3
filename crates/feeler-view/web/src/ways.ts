// Ways and chances: the first contact of B along a direction, the guided query, and offset surfaces.

import { BufferGeometry, DoubleSide, type Group, Mesh, MeshLambertMaterial, Vector3 } from "three";
import { Chart } from "./chart";
import type { Desk } from "./desk";
import { button, element, labelled, section } from "./element";
import { counted, length, time } from "./format";
import { Latest } from "./latest";
import { geometry } from "./part";
import type { Point } from "./protocol";
import { Segments } from "./segments";
import { dispose, drawn } from "./volumes";

/** The first contact of B on its way, and the motion up to it. */
export class FirstContact {
  readonly panel: HTMLElement;
  private readonly fields = ["x", "y", "z"].map((axis, i) =>
    element("input", { type: "text", inputMode: "decimal", value: i === 2 ? "-1" : "0", ariaLabel: `direction ${axis}`, name: `direction ${axis}` }));
  private readonly about = element("p", { id: "first-contact" });
  private readonly line = new Segments(0xd0206a, 8);

  constructor(private readonly desk: Desk) {
    desk.view.add(this.line.object);
    desk.on("chosen", () => this.line.hide());
    this.panel = section("First contact", false, element("div", { className: "numbers" }, element("span", {}, "towards"), ...this.fields),
      element("div", { className: "row" }, button("Go", "move B until it touches A", () => void this.go())), this.about);
  }

  private async go(): Promise<void> {
    const { desk } = this;
    const direction = this.fields.map(field => Number(field.value.replace(",", "."))) as Point;
    this.line.hide();
    try {
      const { found } = await desk.source.ask("first-contact", { pair: desk.pair(), direction });
      this.about.dataset.time = String(found.time);
      if (found.time === null || !found.nearest) {
        this.about.textContent = `B never meets A on this way (${time(found.cost.ns)})`;
        return;
      }
      this.about.textContent = `${found.time === 0 ? "at once" : `after ${length(found.time)} times the direction`}: triangle ${found.nearest.triangles.join(" of A and ")} of B (${time(found.cost.ns)})`;
      const { points } = found.nearest;
      await this.move(new Vector3(...direction).multiplyScalar(found.time));
      this.line.between(...points);
      desk.view.draw();
    } catch (error) {
      desk.complain(error as Error);
    }
  }

  /** Moves B along its way, in about a second. */
  private move(way: Vector3): Promise<void> {
    const { partB } = this.desk;
    const from = partB.pivot.position.clone();
    const start = performance.now();
    return new Promise(done => {
      const frame = (): void => {
        const share = Math.min(1, (performance.now() - start) / 900);
        partB.pivot.position.copy(from).addScaledVector(way, share);
        partB.pivot.updateMatrixWorld();
        this.desk.tell("moved");
        if (share < 1) requestAnimationFrame(frame);
        else {
          this.desk.tell("settled");
          done();
        }
      };
      frame();
    });
  }
}

/** The guided query: how probable is a contact, as the search goes on? */
export class Guided {
  readonly panel: HTMLDetailsElement;
  private readonly steps = element("input", { type: "range", min: "0", max: "1000", value: "100", id: "guided-steps" });
  private readonly eps = element("input", { type: "range", min: "0", max: "100", value: "20", id: "guided-eps" });
  private readonly about = element("p", { id: "guided" });
  private readonly chart = new Chart("#3d7fd6", () => {}, 1);
  private readonly latest: Latest;
  private groups: Group[] = [];

  constructor(private readonly desk: Desk) {
    this.latest = new Latest(() => this.ask(), desk.complain);
    this.panel = section("Guided query", false, labelled("Steps", this.steps), labelled("Eps", this.eps), this.about, this.chart.canvas);
    this.steps.oninput = this.eps.oninput = () => this.latest.now();
    this.panel.ontoggle = () => this.latest.now();
    for (const event of ["moved", "chosen", "built"] as const) desk.on(event, () => this.latest.now());
  }

  private async ask(): Promise<void> {
    const { desk } = this;
    this.groups.forEach(dispose);
    this.groups = [];
    if (!this.panel.open || !desk.isPair) return;
    const [steps, eps] = [Number(this.steps.value), Number(this.eps.value) / 1000];
    const pair = desk.pair();
    const { found, lists } = await desk.source.ask("guided", { pair, steps, eps });
    const chances = [...new Float32Array(lists[0] ?? [])];
    this.chart.show(chances, chances.length);
    Object.assign(this.about.dataset, { p: String(found.p), proved: String(found.proved), steps: String(found.steps) });
    const verdict = found.proved ? `proved ${found.p === 1 ? "touching" : "apart"}` : `touching with a probability of ${found.p.toFixed(3)}`;
    this.about.textContent = `${verdict} after ${counted(found.steps, "step")} of ${steps}, eps ${eps} (${time(found.cost.ns)})` +
      (found.likeliest ? "; the likeliest pair of volumes is drawn" : "");
    if (!found.likeliest) return;
    const volumes = await Promise.all(found.likeliest.map((slot, side) =>
      desk.source.ask("volumes", { part: pair.parts[side] ?? 0, setting: pair.setting, slots: [slot] })));
    this.groups.forEach(dispose);
    this.groups = volumes.map(({ found, lists }, side) => {
      const group = drawn(found, lists, 0x3d7fd6);
      desk.at(pair.parts[side] ?? 0).surface.add(group);
      return group;
    });
    desk.view.draw();
  }
}

/** A surface at a distance from B. */
export class Offset {
  readonly panel: HTMLElement;
  private readonly by: HTMLInputElement;
  private readonly cells = element("input", { type: "range", min: "8", max: "128", value: "40" });
  private readonly about = element("p", { id: "offset" });
  private surface: Mesh | null = null;

  constructor(private readonly desk: Desk) {
    this.by = element("input", { type: "text", inputMode: "decimal", value: String(Number((0.1 * desk.partB.radius).toPrecision(2))), name: "offset" });
    this.panel = section("Offset surface of B", false, labelled("Distance", this.by), labelled("Fineness", this.cells),
      element("div", { className: "row" }, button("Make", "outwards, or inwards with a minus", () => void this.make()), button("Remove", "", () => this.remove())), this.about);
    desk.on("chosen", () => this.remove());
  }

  private async make(): Promise<void> {
    const { desk } = this;
    const part = desk.partB;
    this.remove();
    this.about.textContent = "…";
    try {
      const ask = { part: desk.b, by: Number(this.by.value.replace(",", ".")), resolution: Number(this.cells.value) };
      const { found, lists } = await desk.source.ask("offset", ask);
      const material = new MeshLambertMaterial({ color: 0x2f9e6e, transparent: true, opacity: 0.35, depthWrite: false, side: DoubleSide, flatShading: true });
      this.surface = new Mesh<BufferGeometry, MeshLambertMaterial>(geometry(lists), material);
      this.surface.raycast = () => {};
      this.surface.renderOrder = 1;
      part.surface.add(this.surface);
      this.about.dataset.triangles = String(found.triangles);
      this.about.textContent = `${counted(found.triangles, "triangle")}, off by ${length(found.mean_error)} in the mean and ${length(found.error)} at most, as measured (${time(found.ns)})`;
    } catch (error) {
      this.about.textContent = "";
      desk.complain(error as Error);
    }
    desk.view.draw();
  }

  private remove(): void {
    this.surface?.removeFromParent();
    this.surface?.geometry.dispose();
    this.surface = null;
    this.about.textContent = "";
    this.desk.view.draw();
  }
}
