import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * The acquirer of a permit: a key, such as a tenant's id, or several, such as the ids of a tenant
 * and of one of its endpoints. Permits are counted for each key separately. All keys together
 * identify who takes turns.
 */
export type Holder = string | readonly string[];

export interface SemaphoreOptions {
  /** Permits that may be held at the same time. Infinity leaves the decision to `mayAcquire`. */
  permits: number;
  /**
   * Decides whether a holder may acquire one more permit while `free` ones, at least one, are left.
   * `held` has the number held for each of its keys, in their order. The default is always true.
   */
  mayAcquire?: (free: number, held: readonly number[], keys: readonly string[]) => boolean;
  /**
   * Limits those that wait. Beyond it the last one of the longest line is refused, so that no
   * holder takes all places.
   */
  maxWaiting?: number;
  /** Limits those of one holder that wait. */
  maxWaitingPerHolder?: number;
  /** Makes the error for a request that may not wait. */
  refusal?: () => Error;
}

export interface AcquireOptions {
  /** Ends the wait. A permit that was acquired before stays acquired. */
  signal?: AbortSignal | undefined;
  /** Puts the request before others of the same holder. */
  first?: boolean;
}

/**
 * Limits how much runs at the same time in this process. Waiting holders take turns, one permit
 * each.
 */
export interface Semaphore {
  /**
   * Resolves with the function that releases the permit. Rejects with the signal's reason or with a
   * refusal.
   */
  acquire(holder: Holder, options?: AcquireOptions): Promise<() => void>;
  /** Runs `work` with a permit, at once if one is free. Rejects like `acquire` and `work`. */
  run<Result>(
    holder: Holder,
    work: () => Promise<Result>,
    options?: AcquireOptions,
  ): Promise<Result>;
  /** Gives no more permits. Resolves when those in use are released. */
  drain(): Promise<void>;
  isDraining(): boolean;
}

/** Creates a semaphore (docs/decisions/fairness-between-tenants.md). */
export function createSemaphore(options: SemaphoreOptions): Semaphore {
  return new FairSemaphore(options);
}

interface Line {
  keys: readonly string[];
  waiters: Waiter[];
}

interface Waiter {
  start(): void;
  refuse(error: unknown): void;
}

class FairSemaphore implements Semaphore {
  readonly #options: Required<SemaphoreOptions>;
  /**
   * Permits held, by the key's position and the key, so that a tenant and a lane with the same name
   * stay separate.
   */
  readonly #held: Map<string, number>[] = [];
  /** Lines by holder, next turn first. Within a line the first to wait is the first to start. */
  readonly #lines = new Map<string, Line>();
  readonly #drained = Promise.withResolvers<void>();
  #inUse = 0;
  #waiting = 0;
  #draining = false;

  constructor(options: SemaphoreOptions) {
    this.#options = {
      mayAcquire: () => true,
      maxWaiting: Number.POSITIVE_INFINITY,
      maxWaitingPerHolder: Number.POSITIVE_INFINITY,
      refusal: () => new Error('Too many requests wait for a permit'),
      ...options,
    };
  }

  async acquire(holder: Holder, options: AcquireOptions = {}): Promise<() => void> {
    const keys = keysOf(holder);
    await this.#enter(keys, options);
    let isHeld = true;
    return () => {
      if (isHeld) this.#leave(keys);
      isHeld = false;
    };
  }

  async run<Result>(
    holder: Holder,
    work: () => Promise<Result>,
    options: AcquireOptions = {},
  ): Promise<Result> {
    const keys = keysOf(holder);
    const turn = this.#enter(keys, options);
    if (turn) await turn;
    try {
      return await work();
    } finally {
      this.#leave(keys);
    }
  }

  async drain(): Promise<void> {
    this.#draining = true;
    if (this.#inUse > 0) await this.#drained.promise;
  }

  isDraining(): boolean {
    return this.#draining;
  }

  /** Takes a permit at once, or returns the wait for one. */
  #enter(
    keys: readonly string[],
    { signal, first = false }: AcquireOptions,
  ): Promise<void> | undefined {
    signal?.throwIfAborted();
    if (!this.#hasRoom(keys)) return this.#wait(keys, first, signal);
    this.#count(keys, 1);
    return undefined;
  }

  #leave(keys: readonly string[]): void {
    this.#count(keys, -1);
    if (this.#draining && this.#inUse === 0) this.#drained.resolve();
    // This loop visits a holder again after it is moved to the end of the map, until no permit can
    // be given.
    for (const [key, line] of this.#lines) {
      if (this.#inUse >= this.#options.permits) break;
      const [next] = line.waiters;
      if (!next || !this.#hasRoom(line.keys)) continue;
      this.#remove(line, next);
      if (this.#lines.delete(key)) this.#lines.set(key, line);
      this.#count(line.keys, 1);
      next.start();
    }
  }

  #hasRoom(keys: readonly string[]): boolean {
    const free = this.#options.permits - this.#inUse;
    if (this.#draining || free <= 0) return false;
    return this.#options.mayAcquire(
      free,
      keys.map((key, position) => this.#held[position]?.get(key) ?? 0),
      keys,
    );
  }

  #count(keys: readonly string[], change: 1 | -1): void {
    this.#inUse += change;
    for (const [position, key] of keys.entries()) {
      this.#held[position] ??= new Map();
      const counts = this.#held[position];
      const now = (counts.get(key) ?? 0) + change;
      if (now === 0) counts.delete(key);
      else counts.set(key, now);
    }
  }

  #wait(keys: readonly string[], first: boolean, signal: AbortSignal | undefined): Promise<void> {
    const key = nameOf(keys);
    this.#makeRoomToWait(key);
    const line = this.#lines.get(key) ?? { keys, waiters: [] };
    this.#lines.set(key, line);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = () => {
      this.#remove(line, waiter);
      reject(signal?.reason);
    };
    const waiter: Waiter = {
      start: () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      },
      refuse: (error) => {
        signal?.removeEventListener('abort', onAbort);
        reject(error);
      },
    };
    if (first) line.waiters.unshift(waiter);
    else line.waiters.push(waiter);
    this.#waiting += 1;
    signal?.addEventListener('abort', onAbort, { once: true });
    return promise;
  }

  #remove(line: Line, waiter: Waiter): void {
    line.waiters.splice(line.waiters.indexOf(waiter), 1);
    this.#waiting -= 1;
    if (line.waiters.length === 0) this.#lines.delete(nameOf(line.keys));
  }

  #makeRoomToWait(key: string): void {
    const { maxWaiting, maxWaitingPerHolder, refusal } = this.#options;
    const own = this.#lines.get(key)?.waiters.length ?? 0;
    if (own >= maxWaitingPerHolder) throw refusal();
    if (this.#waiting < maxWaiting) return;
    const longest = [...this.#lines.values()].reduce<Line | null>(
      (found, line) => (line.waiters.length > (found?.waiters.length ?? own + 1) ? line : found),
      null,
    );
    const last = longest?.waiters.at(-1);
    if (!longest || !last) throw refusal();
    this.#remove(longest, last);
    last.refuse(refusal());
  }
}

const keysOf = (holder: Holder): readonly string[] =>
  typeof holder === 'string' ? [holder] : holder;
const nameOf = (keys: readonly string[]): string => keys.join('\n');

/** Lets long work yield to the event loop. */
export interface TimeSlice {
  /** True once the current slice is used up. */
  isUsedUp: () => boolean;
  /** Yields for one turn of the event loop. Throws the signal's reason if the call was aborted. */
  yieldToEventLoop: () => Promise<void>;
}

/**
 * Makes the time slices of one call.
 * @param signal aborts the work at its next yield
 * @param sliceMs longest work before a yield is due, in milliseconds
 */
export function createTimeSlice(signal: AbortSignal | undefined, sliceMs = 4): TimeSlice {
  let sliceStart = performance.now();
  return {
    isUsedUp: () => performance.now() - sliceStart >= sliceMs,
    yieldToEventLoop: async () => {
      await nextTurn();
      signal?.throwIfAborted();
      sliceStart = performance.now();
    },
  };
}
