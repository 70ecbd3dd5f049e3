// A and B as solids: what they are to each other, how deep they are in each other, and along which curves their surfaces meet.

import { ArrowHelper, Vector3 } from "three";
import type { Desk } from "./desk";
import { button, element, section } from "./element";
import { counted, length, time } from "./format";
import { Latest } from "./latest";
import { Pose } from "./pose";
import type { DepthFound } from "./protocol";
import { Segments } from "./segments";

const WORDS: Record<string, string> = {
  apart: "apart", touching: "touching, and nothing is inside of both", crossing: "crossing", "b-inside-a": "B is inside of A",
  "a-inside-b": "A is inside of B", same: "the same solid",
};

export class Solids {
  readonly panel: HTMLDetailsElement;
  private readonly relation = element("p", { id: "relation" });
  private readonly depth = element("p", { id: "depth" });
  private readonly contacts = element("p", { id: "contacts" });
  private readonly curves = new Segments(0xd0206a);
  private readonly arrow = new ArrowHelper(new Vector3(0, 0, 1), new Vector3(), 1, 0x17a05c);
  private readonly latest: Latest;
  private freed: Pose | null = null;

  constructor(private readonly desk: Desk) {
    this.latest = new Latest(() => this.ask(), desk.complain);
    const free = button("Move B there", "move B the way out", () => this.free());
    this.panel = section("Solids", false, this.relation, this.depth, ...(desk.source.live ? [element("div", { className: "row" }, free)] : []), this.contacts);
    this.panel.ontoggle = () => this.latest.now();
    this.arrow.visible = false;
    for (const child of [this.arrow.line, this.arrow.cone]) {
      child.renderOrder = 3;
      const material = child.material as { depthTest: boolean; transparent: boolean };
      Object.assign(material, { depthTest: false, transparent: true });
    }
    desk.view.add(this.curves.object, this.arrow);
    for (const event of ["settled", "chosen"] as const) desk.on(event, () => this.latest.now());
    desk.on("moved", () => this.forget());
  }

  private forget(): void {
    this.curves.hide();
    this.arrow.visible = false;
    this.freed = null;
    this.panel.classList.add("stale");
    for (const text of [this.relation, this.depth, this.contacts]) text.textContent = "";
  }

  private async ask(): Promise<void> {
    this.forget();
    const { desk } = this;
    if (!this.panel.open || !desk.isPair) return;
    const pair = desk.pair();
    const { found: related } = await desk.source.ask("relation", { pair });
    const sure = related.confidence < 1 ? `, with a confidence of ${related.confidence.toFixed(2)}: a mesh is not closed` : "";
    this.relation.textContent = `${WORDS[related.relation] ?? related.relation}${sure} (${time(related.ns)})`;
    this.relation.dataset.relation = related.relation;
    const { found: sections, lists } = await desk.source.ask("contacts", { pair });
    this.contacts.textContent = `${counted(sections.contacts, "pair")} of triangles touch (${time(sections.cost.ns)})` +
      (sections.curves > 0 ? `, along ${counted(sections.curves, "curve")}` : "") +
      (sections.drawn < sections.contacts ? `; the first ${sections.drawn} are drawn` : "");
    this.contacts.dataset.contacts = String(sections.contacts);
    this.curves.show(sections.origin, new Float32Array(lists[0] ?? []));
    desk.view.draw();
    if (desk.source.live) this.way((await desk.source.ask("depth", { pair })).found);
    else await desk.source.ask("depth", { pair }).then(({ found }) => this.way(found), () => (this.depth.textContent = "the depth is not in this file"));
    this.panel.classList.remove("stale");
    desk.view.draw();
  }

  private way(depth: DepthFound): void {
    const { upper, lower, proof } = depth;
    const words: Record<string, string> = {
      free: "B is free", convex: "exact, both are convex", cover: "found; the lower bound is proven", none: "found; shorter ways may exist",
    };
    if (upper === null) this.depth.textContent = "no way out was found";
    else if (upper === 0) this.depth.textContent = `depth 0: ${words[proof]}`;
    else {
      const bounds = lower < upper && lower > 0 ? `${length(lower)} to ${length(upper)}` : length(upper);
      this.depth.textContent = `depth ${bounds}: ${words[proof] ?? proof}${depth.ns === null ? "" : ` (${time(depth.ns)})`}`;
    }
    this.depth.dataset.depth = String(upper);
    this.arrow.visible = upper !== null && upper > 0;
    this.freed = this.arrow.visible ? Pose.of(depth.freed) : null;
    if (!this.arrow.visible) return;
    const way = new Vector3(...depth.way);
    this.arrow.position.copy(this.desk.partB.pivot.position);
    this.arrow.setDirection(way.clone().normalize());
    const head = Math.min(0.3 * way.length(), 0.15 * this.desk.partB.radius);
    this.arrow.setLength(way.length(), head, 0.6 * head);
  }

  private free(): void {
    if (!this.freed) return;
    this.desk.partB.pose = this.freed;
    this.desk.tell("moved");
    this.desk.tell("settled");
  }
}
