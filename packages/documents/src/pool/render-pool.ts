import { createLanes, type Lane, type Lanes } from '@ecp/semaphore/lanes';
import { DocumentError } from '../reports/document-error.ts';
import type { RenderJob } from './render-messages.ts';
import { type Rendered, type RenderProcess, startRenderProcess } from './render-process.ts';

/** Limits of the pool: children, waiting documents, and the resources of one child. */
export interface PoolLimits {
  workers: number;
  queueLength: number;
  /** Time for a document in the short lane. One that takes longer is printed again in the long lane. */
  shortTimeoutMs: number;
  heapMb: number;
  /** A child whose resident memory exceeds this ends itself. One above half of it after a document is replaced. */
  memoryMb: number;
}

/** The tenant and the time of a document to print. */
export interface RenderOrder {
  /** Tenants take turns. */
  tenantId: string;
  lane: Lane;
  /** Time for the document in the long lane, from its turn. */
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** A bounded queue before a few warm children, each of which prints one document at a time. */
export interface RenderPool {
  /** Prints a document once a child is free. Rejects with DocumentError or the signal's reason. */
  run(job: RenderJob, order: RenderOrder): Promise<Rendered>;
  /** Process ids of the living children. */
  pids(): number[];
  /** Refuses waiting documents and ends the children. Resolves when they are gone. */
  close(): Promise<void>;
}

/** Opens a pool. Children start with the first documents and stay. One that died or hung is replaced at once. */
export function openRenderPool(limits: PoolLimits): RenderPool {
  return new ProcessPool(limits);
}

class ProcessPool implements RenderPool {
  readonly #limits: PoolLimits;
  readonly #lanes: Lanes;
  readonly #idle: RenderProcess[] = [];
  readonly #all = new Set<RenderProcess>();
  readonly #closing = new AbortController();

  constructor(limits: PoolLimits) {
    this.#limits = limits;
    this.#lanes = createLanes({
      workers: limits.workers,
      maxWaiting: limits.queueLength,
      refusal: () => new DocumentError('busy', 'Too many documents are waiting'),
    });
  }

  async run(job: RenderJob, order: RenderOrder): Promise<Rendered> {
    const { lane, timeoutMs } = order;
    const shortMs = Math.min(this.#limits.shortTimeoutMs, timeoutMs);
    if (lane === 'long') return this.#runInLane(job, order, timeoutMs);
    try {
      return await this.#runInLane(job, order, shortMs);
    } catch (error) {
      const isLong = error instanceof DocumentError && error.kind === 'timeout' && shortMs < timeoutMs;
      if (!isLong) throw error;
    }
    return this.#runInLane(job, { ...order, lane: 'long' }, timeoutMs);
  }

  async #runInLane(job: RenderJob, order: RenderOrder, timeoutMs: number): Promise<Rendered> {
    const { tenantId, lane, signal } = order;
    const waiting = AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])]);
    return this.#lanes.run(tenantId, lane, () => this.#print(job, timeoutMs, signal), { signal: waiting });
  }

  async #print(job: RenderJob, timeoutMs: number, signal: AbortSignal | undefined): Promise<Rendered> {
    const process = this.#takeProcess();
    let rssBytes = 0;
    try {
      const rendered = await process.render(job, timeoutMs, signal);
      rssBytes = rendered.rssBytes;
      return rendered;
    } finally {
      this.#giveBack(process, rssBytes);
    }
  }

  pids(): number[] {
    return [...this.#all].flatMap(({ pid, isAlive }) => (pid !== undefined && isAlive() ? [pid] : []));
  }

  async close(): Promise<void> {
    this.#closing.abort(new DocumentError('failed', 'The document renderer is closed'));
    await Promise.all([...this.#all].map((process) => process.kill()));
    this.#all.clear();
  }

  #takeProcess(): RenderProcess {
    for (let process = this.#idle.pop(); process !== undefined; process = this.#idle.pop()) {
      if (process.isAlive()) return process;
      this.#all.delete(process);
    }
    return this.#start();
  }

  #start(): RenderProcess {
    const process = startRenderProcess(this.#limits);
    this.#all.add(process);
    return process;
  }

  #giveBack(process: RenderProcess, rssBytes: number): void {
    const grownTooFar = rssBytes > (this.#limits.memoryMb / 2) * 1024 * 1024;
    if (this.#closing.signal.aborted) return;
    if (process.isAlive() && !grownTooFar) {
      this.#idle.push(process);
      return;
    }
    this.#all.delete(process);
    if (process.isAlive()) void process.kill();
    this.#idle.push(this.#start());
  }
}
