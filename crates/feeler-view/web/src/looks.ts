// How parts look: transparent, as wires, cut by a plane.

import { Plane, Vector3 } from "three";
import type { Desk } from "./desk";
import { checkbox, choice, element, labelled, section } from "./element";
import { View } from "./view";

type Axis = "none" | "x" | "y" | "z";

export class Looks {
  readonly panel: HTMLElement;
  private axis: Axis = "none";
  private readonly place = element("input", { type: "range", min: "0", max: "1000", value: "500", id: "cut" });

  constructor(private readonly desk: Desk) {
    const opacity = element("input", { type: "range", min: "10", max: "100", value: "100", id: "opacity" });
    opacity.oninput = () => {
      const share = Number(opacity.value) / 100;
      for (const { material } of desk.parts) {
        Object.assign(material, { opacity: share, transparent: share < 1, depthWrite: share === 1, needsUpdate: true });
      }
      desk.view.draw();
    };
    const wires = checkbox("as wires", false, checked => {
      for (const { material } of desk.parts) material.wireframe = checked;
      desk.view.draw();
    });
    wires.control?.setAttribute("id", "wires");
    const planes: [Axis, string][] = [["none", "no plane"], ["x", "across x"], ["y", "across y"], ["z", "across z"]];
    const plane = choice(planes, "none", axis => {
      this.axis = axis as Axis;
      this.cut();
    });
    plane.id = "plane";
    this.place.oninput = () => this.cut();
    this.panel = section("Look", false, labelled("Opacity", opacity), wires, labelled("Cut", plane), labelled("at", this.place));
  }

  private cut(): void {
    const { parts } = this.desk;
    if (this.axis === "none") {
      this.clip([]);
      return;
    }
    const ball = View.around(parts.map(part => part.pivot));
    const normal = new Vector3(this.axis === "x" ? -1 : 0, this.axis === "y" ? -1 : 0, this.axis === "z" ? -1 : 0);
    const height = (Number(this.place.value) / 500 - 1) * ball.radius;
    this.clip([new Plane(normal, height - normal.dot(ball.center))]);
  }
  /** Cuts away what of the parts is in front of planes. The gizmo and the volumes stay whole. */
  private clip(planes: Plane[]): void {
    for (const { material } of this.desk.parts) material.clippingPlanes = planes;
    this.desk.view.draw();
  }
}
