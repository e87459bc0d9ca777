import { setTimeout as delay } from 'node:timers/promises';
import { type Database, openDatabase } from '@ecp/database/database';
import type { DeadExecutor } from '@ecp/database/dead-executors';
import type { ExecutorLease, LeasedService as Service } from '@ecp/database/executor-lease';
import { type TakenOver, takeOverDeadExecutors } from './take-over.ts';
import {
  countOpenWorks,
  endWorks,
  forgetEnded,
  putBackUnknown,
  repeatWork,
  selectDueQueues,
  type TakenWork,
  takeWorks,
  type WorkCount,
} from './works.ts';

/** Limits of a queue in each process. */
export interface QueueRules {
  /** Works at a time. */
  concurrency: number;
  /** Works of a lane at a time, by the number of free places; all of them by default. */
  perLane?: (free: number) => number;
}

/**
 * What becomes of work whose handler threw: it is repeated after a wait, or given up if that is
 * null.
 */
export type Repetition = (work: TakenWork, error: unknown) => number | null;

export interface WorkQueueOptions {
  service: Service;
  url: string;
  /** The address is that of a pooler in transaction mode. */
  pooled?: boolean | undefined;
  /** The ownership of the work that this process executes. */
  lease: ExecutorLease;
  /**
   * Refuse the statements of the queue once the lease is lost, as the service does with its own.
   */
  fenced: boolean;
  queues: Record<string, QueueRules>;
  /** Interval at which idle queues are asked for work, by one statement for all. */
  pollMs: number;
  /** Age at which taken work must be known to its process; 15 s by default. */
  unknownAfterMs?: number;
  /** Does one work. It must be safe to repeat, because a process may die at any moment. */
  handler(work: TakenWork): Promise<void>;
  onFailure: Repetition;
  /** Settles what a dead executor has begun elsewhere, before its work waits again. */
  settle?(executor: DeadExecutor): Promise<unknown>;
  log: Record<'info' | 'warn' | 'error', (details: object, message: string) => void>;
}

/** The durable work of a service in this process. */
export interface WorkQueue {
  /** Begins to take work. */
  start(): void;
  /**
   * Lets the work of dead executors wait again. It also happens every three seconds after the
   * start.
   */
  takeOver(): Promise<TakenOver[]>;
  countOpen(): Promise<WorkCount[]>;
  /** Deletes what ended more than `olderThanMs` ago. It happens every minute with ten minutes. */
  forget(olderThanMs: number): Promise<void>;
  /** Takes no more work. The next process continues what is in progress. */
  close(): Promise<void>;
}

const takeOverIntervalMs = 3_000;
const forgetIntervalMs = 60_000;
/** Time in which the id of ended work stays known. */
const endedKeptMs = 600_000;
/** Limits the works that one statement takes. */
const takenAtOnce = 1_000;
/** Limits the works that one statement forgets. */
const forgottenAtOnce = 10_000;
const longestRetryMs = 5_000;
/** One statement takes and ends work while another looks after it. */
const maxConnections = 3;

/** Opens the queue of a service. It takes work only after `start`. */
export function openWorkQueue(options: WorkQueueOptions): WorkQueue {
  const { url, pooled, lease, fenced, log } = options;
  const database = openDatabase({
    // A fair pool survives the loss of a connection while it is lent.
    url,
    pooled,
    maxConnections,
    fair: true,
    applicationName: lease.executorId,
    ...(fenced && { fence: lease.fence }),
    onPoolError: (err) => log.warn({ err }, 'Lost an idle connection of the durable queue'),
  });
  return new Queue(database, options);
}

class Queue implements WorkQueue {
  readonly #database: Database;
  readonly #options: WorkQueueOptions;
  readonly #closing = new AbortController();
  /** Works that this process owns and has not yet recorded as ended. */
  readonly #known = new Map<string, { queue: string; lane: string }>();
  #done: string[] = [];
  /** True if more work may be due than one statement takes. */
  #hasMore = false;
  /** True if more work may be due than there were places for. */
  #isFull = false;
  #wake = () => {};
  #loops: Promise<unknown> = Promise.resolve();

  constructor(database: Database, options: WorkQueueOptions) {
    this.#database = database;
    this.#options = options;
  }

  start(): void {
    const { lease, service, unknownAfterMs = 15_000 } = this.#options;
    this.#loops = Promise.all([
      this.#run(),
      this.#repeat(takeOverIntervalMs, () => this.takeOver()),
      this.#repeat(forgetIntervalMs, () => this.forget(endedKeptMs)),
      this.#repeat(unknownAfterMs, async () => {
        if (!lease.leaseHeld()) return;
        await this.#database.batchSystem([
          putBackUnknown(service, lease.executorId, [...this.#known.keys()], unknownAfterMs),
        ]);
      }),
    ]);
  }

  takeOver(): Promise<TakenOver[]> {
    return takeOverDeadExecutors(this.#database, this.#options);
  }

  async countOpen(): Promise<WorkCount[]> {
    return (await this.#database.batchSystem([countOpenWorks(this.#options.service)]))[0];
  }

  async forget(olderThanMs: number): Promise<void> {
    for (;;) {
      const forget = forgetEnded(this.#options.service, olderThanMs, forgottenAtOnce);
      const [forgotten] = await this.#database.batchSystem([forget]);
      if (forgotten.length < forgottenAtOnce || this.#closing.signal.aborted) return;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#wake();
    await this.#loops;
    await this.#database.close();
  }

  async #repeat(intervalMs: number, work: () => Promise<unknown>): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await delay(intervalMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      await work().catch((err: unknown) => {
        this.#options.log.warn({ err }, 'The care of durable work failed and will be repeated');
      });
    }
  }

  async #run(): Promise<void> {
    const { log, pollMs } = this.#options;
    const { signal } = this.#closing;
    let nextPollMs = 0;
    let retryMs = pollMs;
    while (!signal.aborted) {
      try {
        const hasEnded = await this.#end();
        if (this.#hasMore || (hasEnded && this.#isFull) || performance.now() >= nextPollMs) {
          nextPollMs = performance.now() + pollMs;
          await this.#take();
        }
        retryMs = pollMs;
      } catch (err) {
        log.warn({ err }, 'The durable queue could not be read and will be asked again');
        // Ended work does not cut this short: its end cannot be recorded now either.
        await delay(retryMs, undefined, { signal }).catch(() => undefined);
        retryMs = Math.min(retryMs * 2, longestRetryMs);
      }
      if (this.#done.length === 0) await this.#wait(nextPollMs - performance.now());
    }
    await this.#end().catch((err: unknown) => log.warn({ err }, 'Ended work will be repeated'));
  }

  /** Records the works that have ended. Returns whether there are any. */
  async #end(): Promise<boolean> {
    const ended = this.#done;
    if (ended.length === 0) return false;
    this.#done = [];
    const { lease, service } = this.#options;
    try {
      await this.#database.batchSystem([endWorks(service, lease.executorId, ended)]);
      for (const id of ended) this.#known.delete(id);
      return true;
    } catch (error) {
      this.#done.push(...ended);
      throw error;
    }
  }

  async #take(): Promise<void> {
    const { lease, queues, service } = this.#options;
    this.#hasMore = false;
    this.#isFull = false;
    // Another process may have the work of one whose lease is not renewed.
    if (!lease.leaseHeld()) return;
    const [due] = await this.#database.batchSystem([selectDueQueues(service, Object.keys(queues))]);
    for (const { queue } of due) await this.#takeFrom(queue, queues[queue] as QueueRules);
  }

  async #takeFrom(queue: string, { concurrency, perLane }: QueueRules): Promise<void> {
    const { lease, service } = this.#options;
    const running = new Map<string, number>();
    const count = (lane: string) => running.set(lane, (running.get(lane) ?? 0) + 1);
    const inQueue = [...this.#known.values()].filter((work) => work.queue === queue);
    for (const { lane } of inQueue) count(lane);
    const places = concurrency - inQueue.length;
    const placesOfLane = perLane?.(places) ?? concurrency;
    const free = Math.min(places, takenAtOnce);
    const isFull = () => running.values().some((works) => works >= placesOfLane);
    this.#isFull ||= places <= 0 || isFull();
    if (places <= 0) return;
    const asked = { queue, free, perLane: placesOfLane, running: new Map(running) };
    const [taken] = await this.#database.batchSystem([takeWorks(service, lease.executorId, asked)]);
    for (const work of taken) {
      count(work.lane);
      void this.#do(queue, work);
    }
    this.#hasMore ||= taken.length === takenAtOnce;
    this.#isFull ||= taken.length === places || isFull();
  }

  async #do(queue: string, work: TakenWork): Promise<void> {
    const { handler, lease, log, onFailure, service } = this.#options;
    const { id, kind } = work;
    const { signal } = this.#closing;
    this.#known.set(id, { queue, lane: work.lane });
    try {
      if (!lease.leaseHeld()) throw new Error('The lease of this process is not renewed');
      await handler(work);
    } catch (err) {
      if (signal.aborted) return;
      const waitMs = onFailure(work, err);
      if (waitMs !== null) {
        log.warn({ err, id, kind, waitMs }, 'Work failed and will be repeated');
        return this.#repeatLater(id, repeatWork(service, lease.executorId, id, waitMs));
      }
      log.error({ err, id, kind }, 'Work failed and is given up');
    }
    // What is interrupted by the close is not done. It stays with this owner until its lease ends.
    if (signal.aborted) return;
    this.#done.push(id);
    this.#wake();
  }

  /** A repetition that cannot be recorded leaves the work unknown, so it is put back later. */
  async #repeatLater(id: string, statement: ReturnType<typeof repeatWork>): Promise<void> {
    await this.#database.batchSystem([statement]).catch((err: unknown) => {
      this.#options.log.warn({ err, id }, 'Work that failed will be repeated later');
    });
    this.#known.delete(id);
  }

  /** Waits for the end of a work or of the queue, for `ms` milliseconds at most. */
  #wait(ms: number): Promise<void> {
    if (this.#closing.signal.aborted || this.#hasMore) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, Math.max(0, ms));
    this.#wake = () => {
      clearTimeout(timer);
      resolve();
    };
    return promise;
  }
}
