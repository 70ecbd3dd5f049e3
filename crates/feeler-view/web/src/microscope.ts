// The microscope: the pairs of volumes that a query has tested, one by one, with the tree of these pairs.

import type { Group } from "three";
import type { Desk } from "./desk";
import { button, choice, element, labelled, section } from "./element";
import { count, counted, length } from "./format";
import { PairTree } from "./pairtree";
import type { Traced } from "./protocol";
import { dispose, drawn } from "./volumes";

/** A test of two volumes. */
export interface Test {
  slots: [number, number];
  /** The side whose node was opened: 0 for A. */
  side: number;
  /** The test of the pair that was opened for this one, from 0; -1 for the first pair. */
  above: number;
  passed: boolean;
  gap: number;
}

const PASSED = 0xd0206a;
const APART = 0x2f9e6e;
const NUMBERS = 6;

export class Microscope {
  readonly panel: HTMLDetailsElement;
  private tests: Test[] = [];
  at = 0;
  /** The test that is shown first, until something moves: that of the address. */
  first = 0;
  private question: Traced = "intersects";
  private playing = 0;
  private groups: Group[] = [];
  private readonly slider = element("input", { type: "range", min: "1", max: "1", value: "1", disabled: true, id: "step" });
  private readonly about = element("p", { id: "tests" });
  private readonly step = element("p", { id: "test" });
  private readonly tree = new PairTree(at => this.go(at));

  constructor(private readonly desk: Desk) {
    const question = choice([["intersects", "do they touch?"], ["distance", "how far apart?"]], this.question, value => {
      [this.question, this.first] = [value as Traced, 0];
      void this.record();
    });
    question.id = "traced";
    this.slider.oninput = () => this.go(Number(this.slider.value) - 1);
    const buttons = element("div", { className: "row" },
      button("Record", "record the query at this pose", () => void this.record()),
      button("◀", "one test back (,)", () => this.go(this.at - 1)),
      button("▶", "one test on (.)", () => this.go(this.at + 1)),
      button("Play", "all tests, one after the other", () => this.play()));
    this.panel = section("Microscope", false, labelled("Query", question), buttons, this.slider, this.about, this.step, this.tree.canvas);
    this.panel.ontoggle = () => {
      if (this.panel.open) void this.record();
      else this.clear();
    };
    for (const event of ["moved", "chosen", "built"] as const) desk.on(event, () => this.clear());
    desk.on("moved", () => (this.first = 0));
    desk.on("settled", () => this.panel.open && void this.record());
  }

  /** Asks the query again, with a record. */
  async record(): Promise<void> {
    const { desk } = this;
    if (!desk.isPair) return;
    this.clear();
    try {
      const { found, lists } = await desk.source.ask("trace", { pair: desk.pair(), question: this.question });
      const numbers = new Uint32Array(lists[0] ?? []);
      const gaps = new Float32Array(lists[0] ?? []);
      const at = (i: number): number => numbers[i] ?? 0;
      this.tests = Array.from({ length: numbers.length / NUMBERS }, (_, test) => {
        const i = test * NUMBERS;
        return {
          slots: [at(i), at(i + 1)], side: at(i + 2), above: at(i + 3) - 1, passed: at(i + 4) === 1, gap: gaps[i + 5] ?? 0,
        };
      });
      Object.assign(this.about.dataset, { steps: String(this.tests.length), counted: String(found.cost.volume_tests) });
      const searches = found.traversals.map(([, kind]) => kind).join(", then ");
      this.about.textContent = this.tests.length === 0
        ? "No volume was tested: the boxes around both meshes decide."
        : `${counted(this.tests.length, "test")} of volumes, ${count(found.cost.triangle_tests)} of triangles; a search for ${searches}. ` +
          (found.complete ? "" : "The query was so long that only some of its tests are kept.");
      Object.assign(this.slider, { max: String(Math.max(1, this.tests.length)), disabled: this.tests.length === 0 });
      this.tree.show(this.tests);
      if (this.tests.length > 0) this.go(Math.min(this.first, this.tests.length - 1));
    } catch (error) {
      desk.complain(error as Error);
    }
  }

  go(at: number): void {
    const test = this.tests[at];
    if (!test) return;
    this.at = at;
    this.slider.value = String(at + 1);
    const [a, b] = test.slots;
    const outcome = test.passed ? "they may meet" : test.gap > 0 ? `apart, by ${length(test.gap)} units at least` : "apart";
    this.step.textContent = `Test ${count(at + 1)}: volume ${a} of A and volume ${b} of B, ${outcome}. ${test.side === 0 ? "A" : "B"} was opened.`;
    Object.assign(this.step.dataset, { a: String(a), b: String(b), passed: String(test.passed) });
    this.tree.mark(at);
    this.desk.tell("shown");
    void this.draw(test);
  }

  private async draw(test: Test): Promise<void> {
    const { desk } = this;
    const colour = test.passed ? PASSED : APART;
    const found = await Promise.all(test.slots.map((slot, side) =>
      desk.source.ask("volumes", { part: side === 0 ? desk.a : desk.b, setting: desk.setting, slots: [slot] })));
    if (this.tests[this.at] !== test) return; // another test is shown by now
    this.groups.forEach(dispose);
    this.groups = found.map(({ found, lists }, side) => {
      const group = drawn(found, lists, colour);
      (side === 0 ? desk.partA : desk.partB).surface.add(group);
      return group;
    });
    desk.view.draw();
  }

  private play(): void {
    clearInterval(this.playing);
    this.playing = window.setInterval(() => {
      if (this.at + 1 < this.tests.length) this.go(this.at + 1);
      else clearInterval(this.playing);
    }, 150);
  }

  private clear(): void {
    clearInterval(this.playing);
    if (this.about.textContent === "") return; // there is nothing, and each motion asks for it
    this.groups.forEach(dispose);
    this.groups = [];
    this.tests = [];
    this.at = 0;
    this.step.textContent = "";
    this.about.textContent = "";
    this.slider.disabled = true;
    for (const name of ["steps", "counted"]) delete this.about.dataset[name];
    this.tree.show([]);
    this.desk.view.draw();
  }
}
