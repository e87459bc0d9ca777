import { setTimeout as wait } from 'node:timers/promises';
import { belongsTo, nameTarget, type Target } from './target.ts';

const retryMs = 100;

/** The processes, servers and connections that lasting faults hold. */
export class HeldTargets {
  readonly #held = new Map<string, Target>();

  /** Waits until no fault holds any of these targets, and takes them all. Returns false once `stopped` is aborted. */
  async take(targets: readonly Target[], stopped: AbortSignal): Promise<boolean> {
    while (targets.some((target) => this.#held.has(nameTarget(target)))) {
      await wait(retryMs, undefined, { signal: stopped }).catch(() => undefined);
      if (stopped.aborted) return false;
    }
    for (const target of targets) this.#held.set(nameTarget(target), target);
    return true;
  }

  release(targets: readonly Target[]): void {
    for (const target of targets) this.#held.delete(nameTarget(target));
  }

  /** Tells whether another fault than the one with these targets holds a service or one of its connections. */
  disturbs(service: string, own: readonly Target[]): boolean {
    const ownNames = new Set(own.map(nameTarget));
    return [...this.#held].some(([name, target]) => !ownNames.has(name) && belongsTo(service, target));
  }
}
