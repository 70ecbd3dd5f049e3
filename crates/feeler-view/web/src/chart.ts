// A small chart: numbers over their places, with a mark that can be moved.

import { element } from "./element";
import { length } from "./format";

const HEIGHT = 90;
const EDGE = 4;

export class Chart {
  readonly canvas = element("canvas", { className: "chart", height: HEIGHT });
  private values: number[] = [];
  private many = 0;
  private marked = -1;

  /** `choose` is called with the place that is clicked. `top` is the value at the upper edge; without it, that is the largest one. */
  constructor(private readonly colour: string, choose: (at: number) => void, private readonly top: number | null = null) {
    this.canvas.onpointerdown = event => {
      const box = this.canvas.getBoundingClientRect();
      const at = Math.round(((event.clientX - box.left) / box.width) * (this.many - 1));
      if (at >= 0 && at < this.values.length) choose(at);
    };
  }

  /** Shows values, of which there will be so many in the end. */
  show(values: number[], many: number): void {
    [this.values, this.many] = [values, many];
    this.draw();
  }

  mark(at: number): void {
    this.marked = at;
    this.draw();
  }

  private draw(): void {
    const { canvas, values, many } = this;
    canvas.width = canvas.clientWidth || 340;
    const ink = canvas.getContext("2d");
    if (!ink) return;
    const most = this.top ?? (values.reduce((most, x) => (Number.isFinite(x) ? Math.max(most, x) : most), 0) || 1);
    const place = (at: number): [number, number] => [
      EDGE + (at / Math.max(1, many - 1)) * (canvas.width - 2 * EDGE),
      HEIGHT - EDGE - (Math.min(values[at] ?? 0, most) / most) * (HEIGHT - 2 * EDGE),
    ];
    const style = getComputedStyle(document.body);
    ink.strokeStyle = style.getPropertyValue("--line");
    ink.strokeRect(0.5, 0.5, canvas.width - 1, HEIGHT - 1);
    ink.fillStyle = style.getPropertyValue("--soft");
    ink.fillText(length(most), 2 * EDGE, 3 * EDGE);
    ink.fillText("0", 2 * EDGE, HEIGHT - 2 * EDGE);
    ink.strokeStyle = this.colour;
    ink.lineWidth = 1.5;
    ink.beginPath();
    values.forEach((_, at) => ink.lineTo(...place(at)));
    ink.stroke();
    if (this.marked < 0 || this.marked >= many) return;
    const [x, y] = place(this.marked);
    ink.strokeStyle = style.color;
    ink.beginPath();
    ink.moveTo(x, 0);
    ink.lineTo(x, HEIGHT);
    ink.stroke();
    ink.fillStyle = this.colour;
    ink.fillRect(x - 3, y - 3, 6, 6);
  }
}
