// What the page asks, and the answers. `src/protocol.rs` of the crate has the same types.

/** A rotation row by row, then a translation. */
export type PoseNumbers = number[];
export type Point = [number, number, number];

export interface StageFound {
  version: string;
  title: string;
  parts: PartFound[];
  meshes: MeshFound[];
  /** Poses of B in A's frame, to be played. */
  path: PoseNumbers[];
  /** Parts that move together, to be played instead of the path. */
  moves: { part: number; poses: PoseNumbers[] }[];
  volumes: string[];
  rules: string[];
}

export interface PartFound {
  name: string;
  group: string | null;
  mesh: number;
  pose: PoseNumbers;
}

export interface MeshFound {
  triangles: number;
  vertices: number;
  bounds: [Point, Point] | null;
  /** The point that positions are measured from. */
  center: Point;
}

/** How trees are built. */
export interface Setting {
  volume: string;
  arity: string;
  rule: string;
}

/** Two parts, by their numbers, with their poses. */
export interface PairAsk {
  parts: [number, number];
  poses: [PoseNumbers, PoseNumbers];
  setting: Setting;
}

export type Traced = "intersects" | "distance";

/** Each question with the answer that it gets. */
export interface Questions {
  look: { ask: { pair: PairAsk }; found: Looked };
  contacts: { ask: { pair: PairAsk }; found: Sections };
  relation: { ask: { pair: PairAsk }; found: RelationFound };
  depth: { ask: { pair: PairAsk }; found: DepthFound };
  tree: { ask: { part: number; setting: Setting }; found: TreeFound };
  level: { ask: { part: number; setting: Setting; level: number }; found: VolumesFound };
  volumes: { ask: { part: number; setting: Setting; slots: number[] }; found: VolumesFound };
  trace: { ask: { pair: PairAsk; question: Traced }; found: TestsFound };
  guided: { ask: { pair: PairAsk; steps: number; eps: number }; found: GuidedFound };
  "first-contact": { ask: { pair: PairAsk; direction: Point }; found: ContactFound };
  path: { ask: { pair: PairAsk; from: number }; found: PathFound };
  nearest: { ask: { from: number; moved: [number, PoseNumbers][] }; found: NearestFound };
  clashes: { ask: { clearance: number; moved: [number, PoseNumbers][] }; found: ClashesFound };
  offset: { ask: { part: number; by: number; resolution: number }; found: OffsetFound };
}
export type Kind = keyof Questions;

/** An answer, and the lists of numbers that came with it. */
export interface Answer<K extends Kind> {
  found: Questions[K]["found"];
  lists: ArrayBuffer[];
}

export interface Cost {
  ns: number;
  volume_tests: number;
  triangle_tests: number;
  updates: number;
}

export interface Looked {
  /** B in A's frame. */
  pose: PoseNumbers;
  touching: boolean;
  contact: [number, number] | null;
  cost: Cost;
  nearest: Nearest | null;
  distance_cost: Cost;
}

export interface Nearest {
  distance: number;
  points: [Point, Point];
  triangles: [number, number];
}

/** The ends of segments follow, in f32, measured from the origin. */
export interface Sections {
  contacts: number;
  drawn: number;
  origin: Point;
  /** The number of curves along which the surfaces cross. */
  curves: number;
  cost: Cost;
}

export interface RelationFound {
  relation: string;
  confidence: number;
  ns: number;
}

export interface DepthFound {
  upper: number | null;
  lower: number;
  proof: string;
  way: Point;
  freed: PoseNumbers;
  stop: Nearest | null;
  ns: number | null;
}

export interface TreeFound {
  levels: number[];
  leaves: number;
  nodes: number;
  node_bytes: number;
  leaf_bytes: number;
  fill: number;
  build_ns: number | null;
}

/** Positions, triangles, the number of triangles of each volume, and its kind follow. */
export interface VolumesFound {
  volumes: number;
  all: number;
  kinds: string[];
}

/** Six numbers follow for each test: both slots, the opened side, the test above from 1 on, whether it passed, and the bits of the gap. */
export interface TestsFound {
  tests: number;
  complete: boolean;
  traversals: [number, "contacts" | "distance"][];
  cost: Cost;
  touching: boolean;
}

/** The probability after each step follows, from none on. */
export interface GuidedFound {
  p: number;
  proved: boolean;
  steps: number;
  likeliest: [number, number] | null;
  cost: Cost;
}

export interface ContactFound {
  /** In multiples of the direction. */
  time: number | null;
  nearest: Nearest | null;
  cost: Cost;
}

export interface PathFound {
  from: number;
  distances: number[];
}

/** The distances of the parts that move from those that stand, and which of them are so near. */
export interface NearestFound {
  from: number;
  distances: number[];
  parts: [number, number][];
}

export interface ClashesFound {
  /** The worst of them. */
  clashes: ClashFound[];
  all: number;
  pairs: number;
  ns: number;
}

export interface ClashFound {
  parts: [number, number];
  kind: string;
  confidence: number;
  distance: number;
  depth: number | null;
  contacts: number;
  at: Point;
}

/** Positions, measured from the centre of the mesh, and triangles follow. */
export interface OffsetFound {
  triangles: number;
  mean_error: number;
  error: number;
  ns: number;
}
