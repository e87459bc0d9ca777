import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { WaitingQueues } from './waiting-queues.ts';

// DBOS (5.3.0) has no settings for what this file changes. An upgrade of DBOS must check it.

/** Longest wait of DBOS before it tries a statement again that the database did not serve, before jitter of a half. */
const maxWaitSeconds = 4;

interface RetryConfig {
  maxBackoffSec: number;
}

interface QueueRunner {
  pollQueue(exec: unknown, queue: { name: string }): Promise<boolean>;
}

/**
 * Makes DBOS try again within six seconds of the database's return, instead of within ninety. DBOS reads the
 * longest wait before each one. Throws if an upgrade has moved it.
 */
export function limitRetryWait(): void {
  const { dbRetryConfig } = loadModule('utils.js') as { dbRetryConfig?: RetryConfig };
  if (typeof dbRetryConfig?.maxBackoffSec !== 'number') throw new Error('DBOS has no limit of waits any more');
  dbRetryConfig.maxBackoffSec = maxWaitSeconds;
}

/**
 * Makes DBOS poll only queues in which work waits. DBOS polls all queues of the process through one method. Throws if an
 * upgrade has moved it.
 */
export function pollOnlyWaiting(waiting: WaitingQueues): void {
  const { wfQueueRunner: runner } = loadModule('wfqueue.js') as { wfQueueRunner?: QueueRunner };
  const own: unknown = runner && Object.getPrototypeOf(runner).pollQueue;
  if (!runner || typeof own !== 'function') throw new Error('DBOS polls no queues any more');
  const poll: QueueRunner['pollQueue'] = own.bind(runner);
  runner.pollQueue = async (exec, queue) => ((await waiting.has(queue.name)) ? poll(exec, queue) : undisturbed);
}

/** The answer of a poll that met no other process. DBOS polls more rarely after one that did. */
const undisturbed = false;

const require = createRequire(import.meta.url);

const loadModule = (name: string): unknown => require(join(dirname(require.resolve('@dbos-inc/dbos-sdk')), name));
