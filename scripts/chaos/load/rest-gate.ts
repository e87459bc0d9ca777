/** Lets people begin to work unless they rest, and knows when the last one has ended. */
export class RestGate {
  #working = 0;
  #rest: PromiseWithResolvers<void> | undefined;
  #ended: PromiseWithResolvers<void> | undefined;

  /** Waits until nobody rests, and then calls `act`. Returns what it returns. */
  async work<Result>(act: () => Promise<Result>): Promise<Result> {
    while (this.#rest !== undefined) await this.#rest.promise;
    this.#working += 1;
    try {
      return await act();
    } finally {
      this.#working -= 1;
      if (this.#working === 0) this.#ended?.resolve();
    }
  }

  /** Lets nobody begin until `open` is called. Resolves when all who work have ended. */
  async close(): Promise<void> {
    this.#rest ??= Promise.withResolvers();
    this.#ended = Promise.withResolvers();
    if (this.#working === 0) this.#ended.resolve();
    await this.#ended.promise;
  }

  /** Lets people begin again. */
  open(): void {
    this.#rest?.resolve();
    this.#rest = undefined;
  }
}
