import { DocumentError } from '../document-error.ts';
import type { RenderJob } from './render-messages.ts';
import { type Rendered, type RenderProcess, startRenderProcess } from './render-process.ts';

/** Sizes of the pool: how many children, how many documents may wait, and what one child may use. */
export interface PoolLimits {
  workers: number;
  queueLength: number;
  timeoutMs: number;
  heapMb: number;
  /** A child whose resident memory passes this ends itself; one above half of it after a document is replaced. */
  memoryMb: number;
}

/** A bounded queue in front of a few warm children, each printing one document at a time. */
export interface RenderPool {
  /** Prints a document when a child is free. Rejects with DocumentError, or with the signal's reason. */
  run(job: RenderJob, signal: AbortSignal | undefined): Promise<Rendered>;
  /** Process ids of the living children. */
  pids(): number[];
  /** Refuses what waits, ends the children, resolves when they are gone. */
  close(): Promise<void>;
}

interface Waiting {
  start: () => void;
  refuse: (error: DocumentError) => void;
}

/** Opens a pool. Children start with the first documents and stay; one that died or hung is replaced at once. */
export function openRenderPool(limits: PoolLimits): RenderPool {
  return new ProcessPool(limits);
}

class ProcessPool implements RenderPool {
  readonly #limits: PoolLimits;
  readonly #idle: RenderProcess[] = [];
  readonly #all = new Set<RenderProcess>();
  readonly #queue: Waiting[] = [];
  #busyCount = 0;
  #closed = false;

  constructor(limits: PoolLimits) {
    this.#limits = limits;
  }

  async run(job: RenderJob, signal: AbortSignal | undefined): Promise<Rendered> {
    signal?.throwIfAborted();
    if (this.#closed) throw closedError();
    if (this.#busyCount < this.#limits.workers) this.#busyCount += 1;
    else await this.#waitForTurn(signal);
    const process = this.#takeProcess();
    let rssBytes = 0;
    try {
      const rendered = await process.render(job, this.#limits.timeoutMs, signal);
      rssBytes = rendered.rssBytes;
      return rendered;
    } finally {
      this.#giveBack(process, rssBytes);
      this.#passTurnOn();
    }
  }

  pids(): number[] {
    return [...this.#all].flatMap(({ pid, isAlive }) => (pid !== undefined && isAlive() ? [pid] : []));
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { refuse } of this.#queue.splice(0)) refuse(closedError());
    await Promise.all([...this.#all].map((process) => process.kill()));
    this.#all.clear();
  }

  #waitForTurn(signal: AbortSignal | undefined): Promise<void> {
    if (this.#queue.length >= this.#limits.queueLength)
      throw new DocumentError('busy', 'Too many documents are waiting');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { start: resolve, refuse: reject };
    this.#queue.push(waiting);
    const onAbort = () => {
      const position = this.#queue.indexOf(waiting);
      // Not in the queue any more: its turn has come, and the document itself is given up.
      if (position < 0) return;
      this.#queue.splice(position, 1);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    return promise.finally(() => signal?.removeEventListener('abort', onAbort));
  }

  /** The turn goes to the longest waiting document without being given up in between. */
  #passTurnOn(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#busyCount -= 1;
    else next.start();
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
    if (this.#closed) return;
    if (process.isAlive() && !grownTooFar) {
      this.#idle.push(process);
      return;
    }
    this.#all.delete(process);
    if (process.isAlive()) void process.kill();
    this.#idle.push(this.#start());
  }
}

function closedError(): DocumentError {
  return new DocumentError('failed', 'The document renderer is closed');
}
