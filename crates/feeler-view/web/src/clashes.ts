// The clashes of an assembly: what its parts do to each other, each row a flight of the camera.

import { Sphere, Vector3 } from "three";
import type { Desk } from "./desk";
import { button, element, labelled, section } from "./element";
import { counted, length, time } from "./format";
import type { ClashFound } from "./protocol";

/** More rows than this are not listed: the worst come first. */
const MOST_ROWS = 500;

export class Clashes {
  readonly panel: HTMLDetailsElement;
  private readonly clearance = element("input", { type: "text", inputMode: "decimal", value: "0", id: "clearance" });
  private readonly about = element("p", { id: "clashes" });
  private readonly rows = element("div", { className: "parts" });

  constructor(private readonly desk: Desk) {
    const all = button("Show all", "no part shines through", () => this.fade(false));
    // A file has the clashes that were found when it was written.
    const ask = desk.source.live
      ? [labelled("Clearance", this.clearance), element("div", { className: "row" },
        button("Find all", "what all parts do to each other, at their poses of now", () => void this.find()), all)]
      : [element("div", { className: "row" }, all)];
    this.panel = section("Clashes", false, ...ask, this.about, this.rows);
  }

  async find(): Promise<void> {
    const { desk } = this;
    const clearance = Number(this.clearance.value.replace(",", "."));
    this.about.textContent = "…";
    try {
      const { found } = await desk.source.ask("clashes", { clearance, moved: desk.moved() });
      this.about.dataset.clashes = String(found.all);
      const more = found.all > MOST_ROWS ? `; the worst ${MOST_ROWS} are listed` : "";
      this.about.textContent = `${counted(found.all, "clash").replace("clashs", "clashes")}, of ${counted(found.pairs, "pair")} near each other (${time(found.ns)})${more}`;
      this.rows.replaceChildren(...found.clashes.slice(0, MOST_ROWS).map(clash => this.row(clash)));
    } catch (error) {
      this.about.textContent = "";
      desk.complain(error as Error);
    }
  }

  /** Lets all parts shine through but A and B, or none. */
  private fade(others: boolean): void {
    const { desk } = this;
    for (const { number, material } of desk.parts) {
      const faded = others && number !== desk.a && number !== desk.b;
      Object.assign(material, { opacity: faded ? 0.12 : 1, transparent: faded, depthWrite: !faded, needsUpdate: true });
    }
    desk.view.draw();
  }

  private row(clash: ClashFound): HTMLElement {
    const { desk } = this;
    const [a, b] = clash.parts.map(number => desk.at(number).name);
    const more = clash.depth !== null ? `${length(clash.depth)} deep` : clash.distance > 0 ? `${length(clash.distance)} apart` : counted(clash.contacts, "contact");
    const name = element("button", { type: "button", className: "name" }, element("b", { className: `clash-${clash.kind}` }, clash.kind), ` ${a} and ${b} `, element("small", {}, more));
    name.onclick = () => {
      [desk.a, desk.b] = clash.parts;
      desk.tell("chosen");
      const radius = Math.min(desk.partA.radius, desk.partB.radius) || 1;
      this.fade(true);
      desk.view.fly(new Sphere(new Vector3(...clash.at), 1.5 * radius));
    };
    return element("div", { className: "part" }, name);
  }
}
