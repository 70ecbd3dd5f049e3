// A part: a mesh with a name, at a pose.

import { BufferAttribute, BufferGeometry, DoubleSide, Group, Mesh, MeshLambertMaterial, Vector3 } from "three";
import { coarse } from "./coarse";
import { Pose } from "./pose";
import type { MeshFound, PartFound } from "./protocol";

/** The colours of A, of B and of all other parts. */
export const COLOURS = { a: 0x4678be, b: 0xeba03c, other: 0x9a9fa8 };

/** The geometry of the two lists of a mesh. */
export function geometry(lists: ArrayBuffer[]): BufferGeometry {
  const made = new BufferGeometry();
  made.setAttribute("position", new BufferAttribute(new Float32Array(lists[0] ?? new ArrayBuffer(0)), 3));
  made.setIndex(new BufferAttribute(new Uint32Array(lists[1] ?? new ArrayBuffer(0)), 1));
  return made;
}

export class Part {
  /** Stands at the middle of the mesh, and turns with it: what the gizmo moves. */
  readonly pivot = new Group();
  readonly material = new MeshLambertMaterial({ color: COLOURS.other, flatShading: true, side: DoubleSide });
  readonly surface: Mesh;
  private readonly center: Vector3;

  constructor(readonly number: number, readonly found: PartFound, readonly mesh: MeshFound, private readonly shape: BufferGeometry) {
    this.center = new Vector3(...mesh.center);
    this.surface = new Mesh(shape, this.material);
    this.surface.userData.part = this;
    this.pivot.add(this.surface);
    this.pose = Pose.of(found.pose);
  }

  get name(): string {
    return this.found.name;
  }

  get pose(): Pose {
    const turn = this.pivot.quaternion.clone().normalize();
    const place = this.pivot.position.clone().sub(this.center.clone().applyQuaternion(turn));
    return new Pose(place, turn);
  }

  set pose(pose: Pose) {
    this.pivot.quaternion.copy(pose.turn);
    this.pivot.position.copy(pose.apply(this.center));
    this.pivot.updateMatrixWorld();
  }

  /** Whether it is elsewhere than at first, by more than the rounding of a pose on this page. */
  get isMoved(): boolean {
    const [now, first] = [this.pose, Pose.of(this.found.pose)];
    return now.place.distanceTo(first.place) > 1e-12 * (1 + first.place.length()) || now.turn.angleTo(first.turn) >= 1e-7;
  }

  /** Draws a copy of fewer triangles. `whole` is half the size of all parts together. */
  coarsen(whole: number): void {
    this.surface.geometry = coarse(this.shape, this.radius / whole);
  }

  refine(): void {
    this.surface.geometry = this.shape;
  }

  /** Half the diagonal of the box around the mesh. */
  get radius(): number {
    const [low, high] = this.mesh.bounds ?? [[0, 0, 0], [0, 0, 0]];
    return new Vector3(...low).distanceTo(new Vector3(...high)) / 2;
  }
}
