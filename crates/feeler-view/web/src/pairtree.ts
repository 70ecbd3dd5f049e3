// The tree of the pairs of volumes that a query has tested: each pair stands below the one that was opened for it.

import { element } from "./element";
import type { Test } from "./microscope";

const ROW = 12;
const TALLEST = 260;

interface Place {
  x: number;
  width: number;
  row: number;
}

export class PairTree {
  readonly canvas = element("canvas", { className: "pairtree", height: 0, title: "Pairs of volumes: red may meet, green are apart. Click one to see it." });
  private tests: Test[] = [];
  private places: Place[] = [];
  private marked = -1;

  constructor(choose: (at: number) => void) {
    this.canvas.onclick = event => {
      const box = this.canvas.getBoundingClientRect();
      const [x, y] = [(event.clientX - box.left) / box.width, event.clientY - box.top];
      const row = Math.floor(y / this.row);
      const at = this.places.findIndex(place => place.row === row && x >= place.x && x < place.x + place.width);
      if (at >= 0) choose(at);
    };
  }

  show(tests: Test[]): void {
    this.tests = tests;
    this.places = arranged(tests);
    this.marked = -1;
    this.draw();
  }

  mark(at: number): void {
    this.marked = at;
    this.draw();
  }

  private get row(): number {
    const rows = 1 + this.places.reduce((most, place) => Math.max(most, place.row), 0);
    return Math.max(2, Math.min(ROW, TALLEST / rows));
  }

  private draw(): void {
    const { canvas } = this;
    const rows = this.places.reduce((most, place) => Math.max(most, place.row + 1), 0);
    canvas.width = canvas.clientWidth || 340;
    canvas.height = Math.ceil(rows * this.row);
    const ink = canvas.getContext("2d");
    if (!ink) return;
    this.places.forEach((place, at) => {
      ink.fillStyle = this.tests[at]?.passed ? "#d0206a" : "#2f9e6e";
      const width = place.width * canvas.width;
      ink.fillRect(place.x * canvas.width, place.row * this.row, width > 3 ? width - 1 : width, this.row - 1);
    });
    const place = this.places[this.marked];
    if (!place) return;
    ink.strokeStyle = getComputedStyle(document.body).color;
    ink.lineWidth = 2;
    ink.strokeRect(place.x * canvas.width, place.row * this.row, Math.max(3, place.width * canvas.width), this.row);
  }
}

/** The place of each pair: as wide as the pairs below it, which stand side by side. */
function arranged(tests: Test[]): Place[] {
  const sizes = tests.map(() => 0);
  for (let at = tests.length - 1; at >= 0; at--) {
    const above = tests[at]?.above ?? -1;
    sizes[at] = Math.max(1, sizes[at] ?? 0);
    if (above >= 0) sizes[above] = (sizes[above] ?? 0) + (sizes[at] ?? 0);
  }
  const all = tests.reduce((sum, test, at) => sum + (test.above < 0 ? sizes[at] ?? 0 : 0), 0);
  const places: Place[] = [];
  const used = tests.map(() => 0);
  let roots = 0;
  tests.forEach((test, at) => {
    const above = places[test.above];
    const size = (sizes[at] ?? 0) / Math.max(1, all);
    const x = above ? above.x + (used[test.above] ?? 0) : roots;
    if (above) used[test.above] = (used[test.above] ?? 0) + size;
    else roots += size;
    places.push({ x, width: size, row: above ? above.row + 1 : 0 });
  });
  return places;
}
