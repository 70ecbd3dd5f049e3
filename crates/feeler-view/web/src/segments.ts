// Lines in the picture, that are seen through the meshes.

import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments, Points, PointsMaterial } from "three";
import type { Point } from "./protocol";

export class Segments {
  readonly object: LineSegments;
  private readonly dots: Points;
  private readonly lineColour: LineBasicMaterial;

  constructor(colour: number, dotSize = 0) {
    this.lineColour = new LineBasicMaterial({ color: colour, depthTest: false, transparent: true });
    this.object = new LineSegments(new BufferGeometry(), this.lineColour);
    this.object.renderOrder = 2;
    this.object.visible = false;
    this.object.frustumCulled = false;
    const material = new PointsMaterial({ color: colour, size: dotSize, sizeAttenuation: false, depthTest: false, transparent: true });
    this.dots = new Points(this.object.geometry, material);
    this.dots.renderOrder = 3;
    this.dots.frustumCulled = false;
    this.dots.visible = dotSize > 0;
    this.object.add(this.dots);
  }

  /** Shows segments whose ends are measured from an origin; hides all without any. */
  show(origin: Point, ends: Float32Array): void {
    this.object.geometry.dispose();
    this.object.geometry = new BufferGeometry();
    this.object.geometry.setAttribute("position", new BufferAttribute(ends, 3));
    this.dots.geometry = this.object.geometry;
    this.object.position.set(...origin);
    this.object.visible = ends.length > 0;
  }

  between(from: Point, to: Point): void {
    this.show(from, new Float32Array([0, 0, 0, to[0] - from[0], to[1] - from[1], to[2] - from[2]]));
  }

  hide(): void {
    this.object.visible = false;
  }
}
