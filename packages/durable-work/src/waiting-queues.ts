import type pg from 'pg';
import { type Service, selectQueuesWithWork } from './records.ts';

/** Longest age of an answer. Work may begin this much later. */
const freshMs = 100;

/**
 * Knows in which queues of a process work waits, by one statement for all of them. The others need no poll, for which DBOS
 * takes a transaction of four statements each.
 */
export class WaitingQueues {
  readonly #pool: pg.Pool;
  readonly #service: Service;
  readonly #names: readonly string[];
  #askedMs = Number.NEGATIVE_INFINITY;
  #answer: Promise<ReadonlySet<string>> = Promise.resolve(new Set());

  constructor(pool: pg.Pool, service: Service, names: readonly string[]) {
    this.#pool = pool;
    this.#service = service;
    this.#names = names;
  }

  /**
   * Returns whether work may wait in a queue. This is true for a queue that the process does not name, and while the
   * database does not answer: the poll of the queue reports why.
   */
  async has(name: string): Promise<boolean> {
    if (!this.#names.includes(name)) return true;
    const now = performance.now();
    if (now - this.#askedMs > freshMs) {
      this.#askedMs = now;
      const all = () => new Set(this.#names);
      this.#answer = selectQueuesWithWork(this.#pool, this.#service, this.#names).catch(all);
    }
    return (await this.#answer).has(name);
  }
}
