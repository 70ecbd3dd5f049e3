// Coarse copies of meshes, for frames during a motion where whole ones would take too long.

import { BufferAttribute, BufferGeometry, Vector3 } from "three";

/** The number of cells along half the diagonal of all parts together, and the least and most along that of one: each keeps a vertex. */
const CELLS = 40;
const RANGE: [number, number] = [9, 28];
/** Meshes with fewer triangles are drawn as they are. */
const FEW = 1000;

const known = new WeakMap<BufferGeometry, BufferGeometry>();

/**
 * A copy with fewer triangles: of all vertices in a cell, the first stands for the others, and triangles without area are left out.
 * `share` is the size of the mesh as a share of the whole picture.
 */
export function coarse(shape: BufferGeometry, share: number): BufferGeometry {
  const made = known.get(shape) ?? clustered(shape, Math.max(RANGE[0], Math.min(RANGE[1], CELLS * share)));
  known.set(shape, made);
  return made;
}

function clustered(shape: BufferGeometry, cells: number): BufferGeometry {
  const [positions, triangles] = [shape.getAttribute("position").array, shape.index?.array ?? []];
  if (triangles.length <= 3 * FEW) return shape;
  shape.computeBoundingBox();
  const { min, max } = shape.boundingBox ?? { min: new Vector3(), max: new Vector3() };
  const size = min.distanceTo(max) / 2 / cells || 1;
  const cell = (i: number): number => {
    const [x, y, z] = [0, 1, 2].map(k => Math.floor(((positions[3 * i + k] ?? 0) - min.getComponent(k)) / size));
    return ((x ?? 0) * 64 + (y ?? 0)) * 64 + (z ?? 0);
  };
  const first = new Map<number, number>();
  const kept = Uint32Array.from({ length: positions.length / 3 }, (_, i) => {
    const at = cell(i);
    const found = first.get(at);
    if (found !== undefined) return found;
    first.set(at, i);
    return i;
  });
  const left: number[] = [];
  for (let i = 0; i + 2 < triangles.length; i += 3) {
    const [a, b, c] = [kept[triangles[i] ?? 0] ?? 0, kept[triangles[i + 1] ?? 0] ?? 0, kept[triangles[i + 2] ?? 0] ?? 0];
    if (a !== b && b !== c && c !== a) left.push(a, b, c);
  }
  if (left.length > triangles.length / 2) return shape;
  const made = new BufferGeometry();
  made.setAttribute("position", shape.getAttribute("position"));
  made.setIndex(new BufferAttribute(Uint32Array.from(left), 1));
  return made;
}
