// Where meshes and answers come from: the server, or this file itself.

import { Link } from "./link";
import type { Answer, Kind, PairAsk, Questions, StageFound } from "./protocol";
import { unpack } from "./wire";

export interface Source {
  /** Whether questions about other poses can be answered. */
  readonly live: boolean;
  stage(): Promise<StageFound>;
  /** The positions and triangles of a mesh. */
  mesh(number: number): Promise<ArrayBuffer[]>;
  ask<K extends Kind>(kind: K, ask: Questions[K]["ask"]): Promise<Answer<K>>;
}

/** Questions that take so long that they have a connection of their own. */
const SLOW: Kind[] = ["contacts", "relation", "depth", "tree", "level", "volumes", "trace", "path", "nearest", "clashes", "offset"];

/** The server that sent this page. */
class Server implements Source {
  readonly live = true;
  private readonly quick: Link;
  private readonly slow: Link;

  constructor(lost: (text: string | null) => void) {
    const address = new URL("socket", location.href);
    address.protocol = "ws:";
    address.hash = "";
    this.quick = new Link(address, lost);
    this.slow = new Link(address, lost);
  }

  async stage(): Promise<StageFound> {
    return (await fetched("stage")).json() as Promise<StageFound>;
  }

  async mesh(number: number): Promise<ArrayBuffer[]> {
    return unpack<null>(await (await fetched(`mesh/${number}`)).arrayBuffer()).lists;
  }

  ask<K extends Kind>(kind: K, ask: Questions[K]["ask"]): Promise<Answer<K>> {
    return (SLOW.includes(kind) ? this.slow : this.quick).ask(kind, ask);
  }
}

async function fetched(path: string): Promise<Response> {
  const response = await fetch(new URL(path, location.href));
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return response;
}

/** The data of an offline page. */
interface Inside {
  stage: StageFound;
  meshes: string[];
  answers: { kind: Kind; parts: [number, number] | null; message: string }[];
}

/** The data that this file has inside. */
class Offline implements Source {
  readonly live = false;

  constructor(private readonly inside: Inside) {}

  async stage(): Promise<StageFound> {
    return this.inside.stage;
  }

  async mesh(number: number): Promise<ArrayBuffer[]> {
    return unpack<null>(bytes(this.inside.meshes[number] ?? "")).lists;
  }

  async ask<K extends Kind>(kind: K, ask: Questions[K]["ask"]): Promise<Answer<K>> {
    const pair = "pair" in ask ? ask.pair : null;
    const known = this.inside.answers.find(({ kind: known, parts }) => known === kind && (!pair || parts?.every((part, side) => part === pair.parts[side])));
    if (!known || (pair && !this.isKnown(pair))) throw new Error("this page is a file: open the meshes with 'feeler view' to ask more");
    const { head, lists } = unpack<Questions[K]["found"]>(bytes(known.message));
    return { found: head, lists };
  }

  /** Whether the parts are at the poses that the answers are about. */
  private isKnown({ parts, poses }: PairAsk): boolean {
    const { stage } = this.inside;
    return parts.every((part, side) => poses[side]?.every((x, i) => {
      const known = stage.parts[part]?.pose[i] ?? NaN;
      return Math.abs(x - known) <= ROUNDING * (1 + Math.abs(known));
    }));
  }
}

/** The difference of two numbers of a pose that is a rounding. */
const ROUNDING = 1e-9;

function bytes(base64: string): ArrayBuffer {
  return Uint8Array.from(atob(base64), byte => byte.charCodeAt(0)).buffer;
}

/** The source of this page. `lost` is told why the server does not answer, and null when it does again. */
export function source(lost: (text: string | null) => void): Source {
  const inside = JSON.parse(document.getElementById("offline")?.textContent ?? "null") as Inside | null;
  return inside ? new Offline(inside) : new Server(lost);
}
