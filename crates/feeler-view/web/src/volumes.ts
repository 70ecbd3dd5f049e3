// Volumes of a tree, drawn in their true shape.

import {
  BufferAttribute, BufferGeometry, Color, DoubleSide, EdgesGeometry, Group, LineBasicMaterial, LineSegments, Mesh, MeshLambertMaterial,
} from "three";
import type { VolumesFound } from "./protocol";

/** The colour of each kind of volume; those of a hybrid tree differ. */
export const KINDS: Record<string, number> = {
  sphere: 0x2f9e6e, lss: 0x8e5bd0, rss: 0xc9439b, rbox: 0x3d7fd6, obb: 0xd9772b, aabb: 0xd9772b, dop: 0x2a9aa8, hull: 0x9a8324,
};

/** More volumes than this are drawn without their edges, which would hide the rest. */
const MOST_WITH_EDGES = 3000;

/** What the answer about some volumes looks like. `colour` is for all of them; without it each kind has its own. */
export function drawn(found: VolumesFound, lists: ArrayBuffer[], colour?: number): Group {
  const [positions, triangles, counts, kinds] = [
    new Float32Array(lists[0] ?? []), new Uint32Array(lists[1] ?? []), new Uint32Array(lists[2] ?? []), new Uint32Array(lists[3] ?? []),
  ];
  const shape = new BufferGeometry();
  shape.setAttribute("position", new BufferAttribute(positions, 3));
  shape.setIndex(new BufferAttribute(triangles, 1));
  const colours = new Float32Array(positions.length);
  let at = 0;
  counts.forEach((count, volume) => {
    const [r, g, b] = new Color(colour ?? KINDS[found.kinds[kinds[volume] ?? 0] ?? ""] ?? 0x888888).toArray();
    for (const end = at + 3 * count; at < end; at++) colours.set([r ?? 0, g ?? 0, b ?? 0], 3 * (triangles[at] ?? 0));
  });
  shape.setAttribute("color", new BufferAttribute(colours, 3));
  const material = new MeshLambertMaterial({
    vertexColors: true, transparent: true, opacity: 0.22, depthWrite: false, side: DoubleSide, flatShading: true,
  });
  const group = new Group();
  const surface = new Mesh(shape, material);
  surface.renderOrder = 1;
  surface.raycast = () => {}; // parts are picked through volumes
  group.add(surface);
  if (found.volumes <= MOST_WITH_EDGES) {
    const edges = new LineSegments(new EdgesGeometry(shape, 25), new LineBasicMaterial({ color: colour ?? 0x60656d, transparent: true, opacity: 0.8 }));
    edges.renderOrder = 1;
    edges.raycast = () => {};
    group.add(edges);
  }
  return group;
}

/** Frees what a group of volumes holds on the graphics card. */
export function dispose(group: Group): void {
  group.removeFromParent();
  for (const child of group.children) {
    if (child instanceof Mesh || child instanceof LineSegments) {
      child.geometry.dispose();
      child.material.dispose();
    }
  }
}
