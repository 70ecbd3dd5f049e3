// The trees: how they are built, and the volumes of one of their levels.

import type { Group } from "three";
import type { Desk } from "./desk";
import { choice, element, labelled, section } from "./element";
import { bytes, count, counted, time } from "./format";
import { Latest } from "./latest";
import type { Setting } from "./protocol";
import { dispose, drawn, KINDS } from "./volumes";

type Side = "none" | "a" | "b";

export class Trees {
  readonly panel: HTMLElement;
  side: Side = "none";
  level = 0;
  private readonly slider = element("input", { type: "range", min: "0", max: "0", value: "0", id: "level", disabled: true });
  private readonly about = element("p", { id: "volumes" });
  private readonly settings = element("div");
  private readonly sides = element("div");
  private readonly latest: Latest;
  private group: Group | null = null;

  constructor(private readonly desk: Desk) {
    this.latest = new Latest(() => this.ask(), desk.complain);
    this.slider.oninput = () => {
      this.level = Number(this.slider.value);
      this.show();
    };
    this.panel = section("Tree", true, this.settings, this.sides, labelled("Level", this.slider), this.about);
    this.fill();
    desk.on("chosen", () => this.show());
    desk.on("built", () => {
      this.fill();
      this.show();
    });
  }

  /** Shows a level of A's tree or of B's. */
  show(side: Side = this.side, level: number = this.level): void {
    this.side = side;
    this.level = level;
    this.fill();
    this.latest.now();
    this.desk.tell("shown");
  }

  private fill(): void {
    const { desk } = this;
    const { volumes, rules } = desk.stage;
    const pick = (name: keyof Setting, values: string[]): HTMLSelectElement =>
      choice(values.map(value => [value, value]), desk.setting[name], value => {
        desk.setting = { ...desk.setting, [name]: value };
        desk.tell("built");
      });
    const named = (name: keyof Setting, text: string, values: string[]): HTMLElement => {
      const select = pick(name, values);
      select.id = name;
      return labelled(text, select);
    };
    this.settings.replaceChildren(named("volume", "Volume", volumes), named("arity", "Arity", ["2", "4", "8"]), named("rule", "Builder", rules));
    const sides = choice([["none", "no volumes"], ["a", "the tree of A"], ["b", "the tree of B"]], this.side, value => this.show(value as Side));
    sides.id = "side";
    this.sides.replaceChildren(labelled("Show", sides));
  }

  private async ask(): Promise<void> {
    const { side, desk } = this;
    if (side === "none") {
      this.clear();
      this.slider.disabled = true;
      this.about.textContent = "";
      return;
    }
    const [part, setting] = [desk[side], desk.setting];
    const tree = (await desk.source.ask("tree", { part, setting })).found;
    this.level = Math.min(this.level, tree.levels.length - 1);
    Object.assign(this.slider, { disabled: false, max: String(tree.levels.length - 1), value: String(this.level) });
    if (this.level < 0) {
      this.clear();
      this.about.textContent = "the mesh is empty";
      return;
    }
    const { level } = this; // the slider may go on while the answer is awaited
    const { found, lists } = await desk.source.ask("level", { part, setting, level });
    this.clear();
    this.group = drawn(found, lists);
    const center = desk.at(part).surface;
    center.add(this.group);
    // What is drawn is counted, and not what was asked for.
    const shown = new Uint32Array(lists[2] ?? []).length;
    Object.assign(this.about.dataset, { drawn: String(shown), level: String(level), all: String(found.all) });
    const kinds = found.kinds.map(kind => {
      const dot = element("i", { className: "dot" });
      dot.style.background = `#${(KINDS[kind] ?? 0x888888).toString(16).padStart(6, "0")}`;
      return element("span", { className: "kind" }, dot, kind);
    });
    const all = found.all > shown ? ` of ${count(found.all)}` : "";
    this.about.replaceChildren(
      `Level ${level} of ${tree.levels.length - 1}: ${count(shown)}${all} volumes `, ...kinds,
      element("br"), element("small", {},
        `${counted(tree.leaves, "leaf").replace("leafs", "leaves")}, ${count(tree.nodes)} nodes, ${bytes(tree.node_bytes + tree.leaf_bytes)}, ` +
        `${Math.round(100 * tree.fill)} % full${tree.build_ns === null ? "" : `, built in ${time(tree.build_ns)}`}`),
    );
    desk.view.draw();
  }

  private clear(): void {
    if (this.group) dispose(this.group);
    this.group = null;
    for (const name of ["drawn", "level", "all"]) delete this.about.dataset[name];
    this.desk.view.draw();
  }
}
