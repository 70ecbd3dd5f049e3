// Asks again whenever something has changed, but never twice at a time: while an answer is awaited, only the newest question matters.

export class Latest {
  private busy = false;
  private again = false;

  constructor(private readonly ask: () => Promise<void>, private readonly failed: (error: Error) => void) {}

  now(): void {
    if (this.busy) {
      this.again = true;
      return;
    }
    this.busy = true;
    this.ask()
      .catch((error: unknown) => this.failed(error as Error))
      .finally(() => {
        this.busy = false;
        if (this.again) {
          this.again = false;
          this.now();
        }
      });
  }
}
