// The verdict: do A and B touch, and how far apart are they? It is asked again with each motion.

import type { Desk } from "./desk";
import { element } from "./element";
import { count, length, time } from "./format";
import { Latest } from "./latest";
import type { Cost, Looked } from "./protocol";
import { Segments } from "./segments";

export class Verdict {
  readonly panel = element("div", { className: "verdict" });
  private readonly word = element("output", { id: "verdict" }, "…");
  private readonly distance = element("p", { id: "distance" });
  private readonly costs = element("table", { className: "costs" });
  private readonly line = new Segments(0xd0206a, 7);
  private readonly latest: Latest;
  /** The number of answers until now. */
  private answers = 0;

  constructor(private readonly desk: Desk) {
    this.panel.append(this.word, this.distance, this.costs);
    desk.view.add(this.line.object);
    this.latest = new Latest(() => this.ask(), desk.complain);
    desk.on("chosen", () => this.forget());
    for (const event of ["moved", "chosen", "built"] as const) desk.on(event, () => this.latest.now());
    this.latest.now();
  }

  /** Takes the answer about other parts away: the next one may not come. */
  private forget(): void {
    this.word.textContent = "…";
    this.word.className = "";
    this.distance.textContent = "";
    this.costs.replaceChildren();
    this.line.hide();
  }

  private async ask(): Promise<void> {
    if (!this.desk.isPair) {
      this.word.textContent = "one part";
      this.distance.textContent = "";
      return;
    }
    const { found } = await this.desk.source.ask("look", { pair: this.desk.pair() });
    this.show(found);
  }

  private show(found: Looked): void {
    this.answers += 1;
    this.word.textContent = found.touching ? "touching" : "apart";
    this.word.className = found.touching ? "touching" : "apart";
    Object.assign(this.word.dataset, { pose: JSON.stringify(found.pose), answers: String(this.answers) });
    const { nearest } = found;
    this.word.dataset.distance = nearest ? String(nearest.distance) : "";
    if (!nearest) this.distance.textContent = "a mesh is empty";
    else if (found.touching) this.distance.textContent = `triangle ${found.contact?.[0]} of A meets triangle ${found.contact?.[1]} of B`;
    else this.distance.textContent = `distance ${length(nearest.distance)}, triangles ${nearest.triangles.join(" and ")}`;
    if (nearest && !found.touching) this.line.between(...nearest.points);
    else this.line.hide();
    const row = (name: string, cost: Cost): HTMLTableRowElement =>
      element("tr", {}, ...[name, time(cost.ns), count(cost.volume_tests), count(cost.triangle_tests), count(cost.updates)]
        .map(text => element("td", {}, text)));
    const head = ["", "time", "volumes", "triangles", "updates"].map(text => element("th", {}, text));
    this.costs.replaceChildren(
      element("tr", { title: "tests of volumes, tests of triangles, and volumes that were moved" }, ...head),
      row("touch", found.cost), row("distance", found.distance_cost),
    );
    this.desk.view.draw();
  }
}
