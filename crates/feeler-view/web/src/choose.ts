// Which parts are A and B, and what they look like.

import type { Desk } from "./desk";
import { choice, element, labelled } from "./element";
import { count, counted, length } from "./format";
import { COLOURS, type Part } from "./part";

export class Choose {
  readonly panel = element("div", { className: "choose" });

  constructor(private readonly desk: Desk) {
    this.fill();
    desk.on("chosen", () => this.fill());
  }

  private fill(): void {
    const { desk } = this;
    const names = desk.parts.map((part, i): [string, string] => [String(i), part.name]);
    const side = (side: "a" | "b"): HTMLElement => {
      const part = desk.at(desk[side]);
      const select = choice(names, String(desk[side]), value => {
        const other = side === "a" ? "b" : "a";
        if (desk[other] === Number(value)) desk[other] = desk[side];
        desk[side] = Number(value);
        desk.tell("chosen");
      });
      const { triangles, vertices, bounds } = part.mesh;
      const size = bounds ? `, ${bounds[1].map((high, k) => length(Number((high - (bounds[0][k] ?? 0)).toPrecision(3)))).join(" × ")}` : "";
      const numbers = element("small", { title: "triangles, vertices, and the size of the box around them" },
        `${counted(triangles, "triangle")}, ${count(vertices)} vertices${size}`);
      return element("div", { className: side }, labelled(side.toUpperCase(), select), numbers);
    };
    this.panel.replaceChildren(side("a"), side("b"));
    desk.parts.forEach((part, i) => paint(part, i === desk.a ? "a" : i === desk.b ? "b" : "other"));
    desk.view.draw();
  }
}

function paint(part: Part, role: keyof typeof COLOURS): void {
  part.material.color.setHex(COLOURS[role]);
}
