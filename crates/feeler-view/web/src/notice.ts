// What is wrong: with the connection until it is there again, and with the last question until something else is done.

import { button, element } from "./element";

/** The error of questions that were open when the connection broke: that it is broken is told once, for all. */
export class Lost extends Error {}

export class Notice {
  private lost: string | null = null;
  private error: string | null = null;

  constructor(private readonly place: HTMLElement) {}

  /** Shows why the server does not answer; null when it does again. */
  connection(text: string | null): void {
    this.lost = text;
    this.show();
  }

  /** Shows why a question has no answer; null takes it away. */
  complain(error: Error | null): void {
    if (error instanceof Lost) return;
    this.error = error?.message ?? null;
    this.show();
  }

  private show(): void {
    const { lost, error } = this;
    const close = button("Close", "take this away", () => this.complain(null));
    const lines = [lost, error].filter(text => text !== null).map(text => element("p", {}, text));
    this.place.replaceChildren(...lines, ...(error === null ? [] : [close]));
    this.place.hidden = lines.length === 0;
  }
}
