// Poses: 12 numbers for the library, a place and a quaternion for three.js. All numbers are f64.

import { Matrix4, Quaternion, Vector3 } from "three";
import type { PoseNumbers } from "./protocol";

export class Pose {
  constructor(readonly place = new Vector3(), readonly turn = new Quaternion()) {}

  static of(n: PoseNumbers): Pose {
    const at = (i: number): number => n[i] ?? 0;
    const turn = new Matrix4().set(
      at(0), at(1), at(2), 0, at(3), at(4), at(5), 0, at(6), at(7), at(8), 0, 0, 0, 0, 1,
    );
    return new Pose(new Vector3(at(9), at(10), at(11)), new Quaternion().setFromRotationMatrix(turn));
  }

  numbers(): PoseNumbers {
    const { x, y, z, w } = this.turn.clone().normalize();
    return [
      1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w),
      2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
      2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y),
      this.place.x, this.place.y, this.place.z,
    ];
  }

  apply(p: Vector3): Vector3 {
    return p.clone().applyQuaternion(this.turn).add(this.place);
  }

  equals(other: Pose): boolean {
    return this.place.equals(other.place) && this.turn.equals(other.turn);
  }
}
