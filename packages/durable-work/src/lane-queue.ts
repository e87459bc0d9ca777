import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { enterProgress, leaveProgress } from './in-progress.ts';
import { deleteRunning, readInput, type Service, type TakenWork, takeWaiting } from './records.ts';

/** Limits of a queue with lanes in each process. */
export interface LaneRules {
  /** Works of one lane at a time. */
  laneConcurrency: number;
  /** Interval at which an idle queue is asked for work, by one statement. */
  pollMs: number;
}

/** Work of a lane with its input. */
export interface LaneWork {
  id: string;
  lane: string;
  workflow: string;
  input: unknown;
}

/** Does one work. The work is done when it returns, so it must repeat by itself what should not be given up. */
export type LaneHandler = (work: LaneWork) => Promise<void>;

export interface LaneQueueOptions {
  service: Service;
  queue: string;
  version: string;
  executorId: string;
  rules: LaneRules;
  handler: LaneHandler;
  /** False while another process may have the work of this one. Then no work begins. */
  mayBegin(): boolean;
  /** False while no work waits in the queue. */
  hasWork(): Promise<boolean>;
  log: { error(details: object, message: string): void; warn(details: object, message: string): void };
  /** Aborted when the service closes. Work in progress stays in the queue, and another process does it. */
  closing: AbortSignal;
}

/** Most works that one statement takes. */
const takenAtOnce = 1_000;
/** Number of works of a queue at which a process is full. Lanes get fewer places as it fills, but always one. */
const fullAt = 20_000;
const lanesShareOf = 100;
/** Longest wait after failures in turn, each of which doubles it. */
const longestRetryMs = 5_000;

/**
 * Does the work of a queue whose lanes do not wait for each other. Unlike DBOS, which reads, starts and ends each work by
 * statements of its own, it takes and ends work in batches, and keeps no record of ended work. The records are those of
 * DBOS, so that taking over the work of a dead process, delays and lists include this queue. Returns a promise of its
 * end after `closing`.
 */
export function runLaneQueue(pool: pg.Pool, options: LaneQueueOptions): Promise<void> {
  return new LaneQueue(pool, options).run();
}

class LaneQueue {
  readonly #pool: pg.Pool;
  readonly #options: LaneQueueOptions;
  /** Works in progress of each lane. */
  readonly #running = new Map<string, number>();
  /** Number of works whose records this process owns. */
  #owned = 0;
  #done: string[] = [];
  /** True if more work may wait than there were places for. */
  #mayHaveMore = false;
  #wake = () => {};

  constructor(pool: pg.Pool, options: LaneQueueOptions) {
    this.#pool = pool;
    this.#options = options;
    options.closing.addEventListener('abort', () => this.#wake(), { once: true });
  }

  async run(): Promise<void> {
    const { closing, log, queue, rules } = this.#options;
    let nextPollMs = 0;
    let retryMs = rules.pollMs;
    while (!closing.aborted) {
      try {
        await this.#end();
        if (this.#mayHaveMore || performance.now() >= nextPollMs) {
          nextPollMs = performance.now() + rules.pollMs;
          await this.#take();
          retryMs = rules.pollMs;
        }
      } catch (error) {
        nextPollMs = performance.now() + retryMs;
        log.warn({ err: error, queue }, 'The queue could not be read and will be asked again');
        // Ended work does not cut this short: its record cannot be deleted now either.
        await delay(retryMs, undefined, { signal: closing }).catch(() => undefined);
        retryMs = Math.min(retryMs * 2, longestRetryMs);
      }
      if (this.#done.length === 0) await this.#wait(nextPollMs - performance.now());
    }
    await this.#end().catch((error: unknown) => log.warn({ err: error, queue }, 'Ended work will be repeated'));
    for (const id of this.#done) leaveProgress(id);
  }

  /** Deletes the records of the works that have ended. A record that another process has taken over stays. */
  async #end(): Promise<void> {
    const ended = this.#done;
    if (ended.length === 0) return;
    this.#done = [];
    try {
      await deleteRunning(this.#pool, this.#options, ended);
      for (const id of ended) leaveProgress(id);
      this.#owned -= ended.length;
    } catch (error) {
      this.#done.push(...ended);
      throw error;
    }
  }

  async #take(): Promise<void> {
    const { hasWork, mayBegin, rules } = this.#options;
    this.#mayHaveMore = false;
    if (!mayBegin() || !(await hasWork())) return;
    const share = Math.floor((fullAt - this.#owned) / lanesShareOf);
    const placesOfLane = Math.min(rules.laneConcurrency, Math.max(1, share));
    const limits = { places: takenAtOnce, placesOfLane, running: this.#running };
    const hasFullLane = () => this.#running.values().some((works) => works >= placesOfLane);
    // A lane that is full now is left out, even if it has places again when the answer comes.
    const leftOut = hasFullLane();
    const taken = await takeWaiting(this.#pool, this.#options, limits);
    for (const work of taken) void this.#do(work);
    this.#mayHaveMore = taken.length === takenAtOnce || leftOut || hasFullLane();
  }

  async #do({ inputs, ...work }: TakenWork): Promise<void> {
    const { closing, handler, log } = this.#options;
    const { id, lane } = work;
    enterProgress(id);
    this.#owned += 1;
    this.#count(lane, 1);
    try {
      await handler({ ...work, input: readInput(inputs) });
    } catch (error) {
      if (!closing.aborted) log.error({ err: error, id }, 'Work failed and is given up');
    }
    this.#count(lane, -1);
    if (closing.aborted) return leaveProgress(id);
    this.#done.push(id);
    this.#wake();
  }

  #count(lane: string, change: 1 | -1): void {
    const now = (this.#running.get(lane) ?? 0) + change;
    if (now === 0) this.#running.delete(lane);
    else this.#running.set(lane, now);
  }

  /** Waits for the end of a work or of the queue, for `ms` milliseconds at most. */
  #wait(ms: number): Promise<void> {
    if (this.#options.closing.aborted) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, Math.max(0, ms));
    this.#wake = () => {
      clearTimeout(timer);
      resolve();
    };
    return promise;
  }
}
