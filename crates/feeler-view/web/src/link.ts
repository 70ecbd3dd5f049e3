// A connection to the server, over which questions are asked.

import { Lost } from "./notice";
import type { Answer, Kind, Questions } from "./protocol";
import { unpack } from "./wire";

interface Reply {
  id: number;
  found?: unknown;
  refused?: string;
}

interface Waiting {
  found(answer: { found: unknown; lists: ArrayBuffer[] }): void;
  failed(error: Error): void;
}

/** The time between two attempts to reach a server that is lost. */
const RETRY_MS = 1000;

export class Link {
  private socket: WebSocket | null = null;
  private readonly waiting = new Map<number, Waiting>();
  /** Questions that were asked before the connection was there. */
  private unsent: string[] = [];
  private last = 0;

  constructor(private readonly address: URL, private readonly lost: (text: string | null) => void) {
    this.connect();
  }

  ask<K extends Kind>(kind: K, ask: Questions[K]["ask"]): Promise<Answer<K>> {
    const id = ++this.last;
    const text = JSON.stringify({ id, ask: { kind, ...ask } });
    return new Promise((found, failed) => {
      this.waiting.set(id, { found: answer => found(answer as Answer<K>), failed });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
      else this.unsent.push(text);
    });
  }

  private connect(): void {
    const socket = new WebSocket(this.address);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.socket = socket;
      this.lost(null);
      for (const text of this.unsent) socket.send(text);
      this.unsent = [];
    };
    socket.onmessage = ({ data }) => {
      if (typeof data === "string") this.settle(JSON.parse(data) as Reply, []);
      else {
        const { head, lists } = unpack<Reply>(data as ArrayBuffer);
        this.settle(head, lists);
      }
    };
    socket.onclose = () => {
      this.socket = null;
      this.unsent = [];
      for (const { failed } of this.waiting.values()) failed(new Lost("the server is gone"));
      this.waiting.clear();
      this.lost("The server does not answer: is 'feeler view' still running? This page tries again; a server that is started anew has another address.");
      setTimeout(() => this.connect(), RETRY_MS);
    };
  }

  private settle(reply: Reply, lists: ArrayBuffer[]): void {
    const waiting = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    if (!waiting) this.lost(reply.refused ?? null);
    else if (reply.refused !== undefined) waiting.failed(new Error(reply.refused));
    else waiting.found({ found: reply.found, lists });
  }
}
