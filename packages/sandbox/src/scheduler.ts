import { availableParallelism, totalmem } from 'node:os';
import { SandboxError } from './child-program.ts';

/** The processor time that each tenant has used in the last minute. */
interface CpuLedger {
  /** Records processor time that a tenant's job has used until now. */
  charge(tenantId: string, cpuMs: number): void;
  /** Returns what the tenant has used in the window, in milliseconds. */
  usedMs(tenantId: string): number;
  /**
   * Returns in how many milliseconds the tenant will have used less than `budgetMs`; 0 if it has
   * now.
   */
  msUntilBelow(tenantId: string, budgetMs: number): number;
}

interface LedgerOptions {
  windowMs: number;
  /** Milliseconds of a clock that never goes back. */
  now: () => number;
}

interface Entry {
  atMs: number;
  cpuMs: number;
}

/** Creates a ledger. It keeps the entries of the window only. */
function createCpuLedger({ windowMs, now }: LedgerOptions): CpuLedger {
  const entries = new Map<string, Entry[]>();
  let sweptMs = now();

  function entriesOf(tenantId: string): Entry[] {
    const kept = (entries.get(tenantId) ?? []).filter(({ atMs }) => atMs > now() - windowMs);
    if (kept.length > 0) entries.set(tenantId, kept);
    else entries.delete(tenantId);
    return kept;
  }

  const usedMs = (tenantId: string) =>
    entriesOf(tenantId).reduce((sum, { cpuMs }) => sum + cpuMs, 0);

  return {
    charge(tenantId, cpuMs) {
      if (now() - sweptMs > windowMs) {
        for (const known of [...entries.keys()]) entriesOf(known);
        sweptMs = now();
      }
      if (cpuMs > 0) entries.set(tenantId, [...entriesOf(tenantId), { atMs: now(), cpuMs }]);
    },
    usedMs,
    msUntilBelow(tenantId, budgetMs) {
      let remainingMs = usedMs(tenantId);
      if (remainingMs < budgetMs) return 0;
      for (const { atMs, cpuMs } of entriesOf(tenantId)) {
        remainingMs -= cpuMs;
        if (remainingMs < budgetMs) return atMs + windowMs - now();
      }
      return windowMs;
    },
  };
}

/** Short work ends soon. Long work is large, or has exceeded the time of short work before. */
export type Lane = 'short' | 'long';

export interface SchedulerOptions {
  /** Limits the jobs that run at the same time. */
  slots: number;
  /** Processor time of a tenant in a minute. Beyond it the tenant's jobs wait for all others. */
  cpuBudgetMs: number;
  /** Limits the jobs that wait. Beyond it the last one of the longest line is refused. */
  maxWaiting: number;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
}

export interface TurnRequest {
  tenantId: string;
  lane: Lane;
  /** Size of what is opened. Small work comes before large. */
  sizeBytes: number;
  /**
   * True if somebody waits for the answer. Beyond the tenant's budget such a job runs at once or is
   * refused.
   */
  isAwaited: boolean;
  signal: AbortSignal | undefined;
}

/** The turn of a job. It counts as processor time until it ends. */
export interface Turn {
  /** Frees the slot and charges the tenant. */
  end(cpuMs: number): void;
}

/** Decides which job runs next (docs/decisions/sandbox.md). */
export interface Scheduler {
  /** Resolves at the job's turn. Rejects with the signal's reason, or with SandboxError `busy`. */
  takeTurn(request: TurnRequest): Promise<Turn>;
  /**
   * Notes that short work of this tenant took long. All of its work counts as long for ten minutes.
   */
  noteLong(tenantId: string): void;
  /** Tells whether all work of this tenant counts as long. */
  isLong(tenantId: string): boolean;
}

const windowMs = 60_000;
const longForMs = 600_000;
/** The share of the budget that a tenant may use before tenants who have used less come first. */
const freeShare = 0.25;
/**
 * A rough estimate of the speed at which files and documents are opened. It only orders waiting
 * work.
 */
const bytesPerMs = 256;
/** After this time a waiting job counts as short, so that short jobs cannot delay it forever. */
const patienceMs = 30_000;
/** The `retryAfterMs` of a refusal because too much work waits. */
const crowdedRetryMs = 10_000;

interface Waiter extends TurnRequest {
  sinceMs: number;
  start(): void;
  refuse(error: unknown): void;
}

interface Running {
  tenantId: string;
  isLong: boolean;
  sinceMs: number;
}

/**
 * Creates a scheduler. A tenant gets a slot only while it holds fewer than are free, so that
 * another one finds one.
 */
export function createScheduler(options: SchedulerOptions): Scheduler {
  return new FairScheduler(options);
}

class FairScheduler implements Scheduler {
  readonly #options: SchedulerOptions;
  readonly #now: () => number;
  readonly #ledger: CpuLedger;
  readonly #waiting = new Set<Waiter>();
  readonly #running = new Set<Running>();
  /** The last turn of each tenant within the window, the oldest first. */
  readonly #lastTurns = new Map<string, { number: number; atMs: number }>();
  #turns = 0;
  /** The last time that short work of a tenant took long. */
  readonly #tookLongMs = new Map<string, number>();

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#ledger = createCpuLedger({ windowMs, now: this.#now });
  }

  async takeTurn(request: TurnRequest): Promise<Turn> {
    request.signal?.throwIfAborted();
    if (this.#mayStart(request)) return this.#start(request);
    if (request.isAwaited && this.#isOverBudget(request.tenantId))
      throw this.#overBudget(request.tenantId);
    this.#makeRoomToWait(request.tenantId);
    return this.#wait(request);
  }

  noteLong(tenantId: string): void {
    for (const known of [...this.#tookLongMs.keys()])
      if (!this.isLong(known)) this.#tookLongMs.delete(known);
    this.#tookLongMs.set(tenantId, this.#now());
  }

  isLong(tenantId: string): boolean {
    return (this.#tookLongMs.get(tenantId) ?? Number.NEGATIVE_INFINITY) > this.#now() - longForMs;
  }

  #wait(request: TurnRequest): Promise<Turn> {
    const { promise, resolve, reject } = Promise.withResolvers<Turn>();
    const { signal } = request;
    const onAbort = () => waiter.refuse(signal?.reason);
    const leave = () => {
      this.#waiting.delete(waiter);
      signal?.removeEventListener('abort', onAbort);
    };
    const waiter: Waiter = {
      ...request,
      sinceMs: this.#now(),
      start: () => {
        leave();
        resolve(this.#start(request));
      },
      refuse: (error) => {
        leave();
        reject(error);
      },
    };
    this.#waiting.add(waiter);
    signal?.addEventListener('abort', onAbort, { once: true });
    return promise;
  }

  #start({ tenantId, lane }: TurnRequest): Turn {
    const running = { tenantId, isLong: this.#countsAsLong(tenantId, lane), sinceMs: this.#now() };
    this.#running.add(running);
    this.#turns += 1;
    this.#lastTurns.delete(tenantId);
    this.#lastTurns.set(tenantId, { number: this.#turns, atMs: running.sinceMs });
    return {
      end: (cpuMs) => {
        if (!this.#running.delete(running)) return;
        this.#ledger.charge(tenantId, cpuMs);
        this.#startNext();
      },
    };
  }

  #startNext(): void {
    for (const [tenantId, { atMs }] of this.#lastTurns) {
      if (atMs > this.#now() - windowMs) break;
      this.#lastTurns.delete(tenantId);
    }
    const next = [...this.#waiting]
      .filter((waiter) => this.#mayStart(waiter))
      .reduce<Waiter | null>(
        (best, waiter) => (best && this.#compare(best, waiter) <= 0 ? best : waiter),
        null,
      );
    if (!next) return;
    next.start();
    this.#startNext();
  }

  /** Orders by budget, lane, used and expected processor time, last turn, and then by arrival. */
  #compare(one: Waiter, other: Waiter): number {
    const rank = ({ tenantId, lane, sizeBytes, sinceMs }: Waiter) => [
      this.#isOverBudget(tenantId) ? 1 : 0,
      lane === 'long' && this.#now() - sinceMs < patienceMs ? 1 : 0,
      Math.max(0, this.#usedMs(tenantId) - freeShare * this.#options.cpuBudgetMs) +
        sizeBytes / bytesPerMs,
      this.#lastTurns.get(tenantId)?.number ?? 0,
    ];
    const others = rank(other);
    return (
      rank(one)
        .map((value, at) => Math.sign(value - (others[at] ?? 0)) || 0)
        .find((sign) => sign !== 0) ?? 0
    );
  }

  #mayStart({ tenantId, lane }: TurnRequest): boolean {
    const running = [...this.#running];
    const free = this.#options.slots - running.length;
    const own = running.filter((job) => job.tenantId === tenantId).length;
    if (own >= free) return false;
    const mostLong = Math.max(1, this.#options.slots - 1);
    return (
      !this.#countsAsLong(tenantId, lane) ||
      running.filter(({ isLong }) => isLong).length < mostLong
    );
  }

  /** Work beyond the budget leaves a slot to others too, whatever its size. */
  #countsAsLong(tenantId: string, lane: Lane): boolean {
    return lane === 'long' || this.#isOverBudget(tenantId);
  }

  #isOverBudget(tenantId: string): boolean {
    return this.#usedMs(tenantId) >= this.#options.cpuBudgetMs;
  }

  /** A job in progress counts with its elapsed time until its processor time is known. */
  #usedMs(tenantId: string): number {
    const running = [...this.#running].filter((job) => job.tenantId === tenantId);
    return running.reduce(
      (sum, { sinceMs }) => sum + this.#now() - sinceMs,
      this.#ledger.usedMs(tenantId),
    );
  }

  #overBudget(tenantId: string): SandboxError {
    const { cpuBudgetMs } = this.#options;
    const retryMs = Math.max(1_000, this.#ledger.msUntilBelow(tenantId, cpuBudgetMs));
    const message = `The tenant has used its ${cpuBudgetMs / 1_000} s of processor time in this minute`;
    return new SandboxError('busy', message, { retryAfterMs: retryMs });
  }

  /**
   * Refuses the newest job of the tenant that has most waiting, so that no tenant takes all places.
   */
  #makeRoomToWait(tenantId: string): void {
    if (this.#waiting.size < this.#options.maxWaiting) return;
    const refusal = new SandboxError('busy', 'Too much work is waiting', {
      retryAfterMs: crowdedRetryMs,
    });
    const lines = Map.groupBy(this.#waiting, (waiter) => waiter.tenantId);
    const own = lines.get(tenantId)?.length ?? 0;
    const longest = [...lines.values()].reduce<Waiter[]>(
      (found, line) => (line.length > found.length ? line : found),
      [],
    );
    const last = longest.length > own + 1 ? longest.at(-1) : undefined;
    if (!last) throw refusal;
    last.refuse(refusal);
  }
}

/** Memory that the service itself takes, and a busy child, in bytes. */
const ownBytes = 1024 ** 3;
const childBytes = 512 * 1024 ** 2;

/** The processors and the memory of this machine; less in a container with a limit. */
const readMachine = () => ({
  processors: availableParallelism(),
  memoryBytes: Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem()),
});

/**
 * Returns the most parallel jobs: at least three, so that two long ones leave a slot, at most
 * eight, and fewer with little memory, because a container that exceeds its memory ends as a whole.
 */
export function chooseSlots({ processors, memoryBytes } = readMachine()): number {
  const wanted = Math.min(8, Math.max(3, processors));
  return Math.max(1, Math.min(wanted, Math.floor((memoryBytes - ownBytes) / childBytes)));
}
