import { setTimeout as wait } from 'node:timers/promises';

const retryMs = 100;

/** The processes, servers and connections that lasting faults hold. */
export class HeldTargets {
  readonly #held = new Set<string>();

  /** Waits until no fault holds any of these targets, and takes them all. Returns false once `stopped` is aborted. */
  async take(names: readonly string[], stopped: AbortSignal): Promise<boolean> {
    while (names.some((name) => this.#held.has(name))) {
      await wait(retryMs, undefined, { signal: stopped }).catch(() => undefined);
      if (stopped.aborted) return false;
    }
    for (const name of names) this.#held.add(name);
    return true;
  }

  release(names: readonly string[]): void {
    for (const name of names) this.#held.delete(name);
  }

  /** Tells whether another fault than the one with these targets holds a service or one of its connections. */
  disturbs(service: string, own: readonly string[]): boolean {
    return [...this.#held].some((name) => !own.includes(name) && ` ${name} `.startsWith(` ${service} `));
  }
}
