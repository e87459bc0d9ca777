import { DBOS, DBOSClient, type GetWorkflowsInput } from '@dbos-inc/dbos-sdk';
import type { ExecutorLease } from '@ecp/database/executor-lease';
import { withMigrationLock } from '@ecp/database/migration-lock';
import type pg from 'pg';
import { limitRetryWait, pollOnlyWaiting } from './dbos-internals.ts';
import { type LaneHandler, type LaneRules, runLaneQueue } from './lane-queue.ts';
import { watchForUnknownWork } from './put-back-unknown.ts';
import { openQueueConnection, type QueueLog } from './queue-connection.ts';
import {
  countOpenWork,
  delayFromCreation,
  makeOwnIndexes,
  type Service,
  selectEnded,
  selectWaiting,
  stateOf,
  statuses,
  unlimitedQueue,
  type WorkCount,
  type WorkState,
  withdrawWork,
} from './records.ts';
import { type TakenOver, takeOverDeadExecutors } from './take-over.ts';
import { WaitingQueues } from './waiting-queues.ts';

/** Limits of a queue in each process. */
export interface QueueRules {
  concurrency?: number;
  /** Places of each partition, so that none waits for the work of another. */
  partitionConcurrency?: number;
  /** Interval at which the queue is polled for work, in a transaction of four statements. */
  pollMs: number;
}

/** Work for a workflow that some process of the service has defined. */
export interface NewWork {
  queue: string;
  workflow: string;
  /** Work with an id that exists is not added again. */
  id: string;
  /** Only processes of this version do the work. */
  version: string;
  /** JSON. */
  input: unknown;
  partition?: string | undefined;
  /** Delay before the work may begin. */
  waitMs?: number | undefined;
}

/** The record of a piece of work. */
export interface WorkRecord {
  id: string;
  workflow: string;
  state: WorkState;
  version: string | null;
  /** Id of the workflow that started it. */
  parentId: string | null;
  /** The arguments of the workflow, if requested. */
  input: unknown;
}

/** Selects work. Every field narrows the selection. */
export interface WorkFilter {
  ids?: string[];
  workflows?: string[];
  states?: WorkState[];
  versions?: string[];
  withInput?: boolean;
  limit?: number;
  offset?: number;
}

/** The durable queue of a service. Only this package imports DBOS or uses its tables. */
export interface DurableQueue {
  /**
   * Enqueues work in the transaction of `connection`. The work exists if and only if that commits. Rejects if no
   * transaction is open.
   */
  enqueue(connection: pg.ClientBase, work: NewWork): Promise<void>;
  /** Lists work of all processes, oldest first. Without `withInput` the inputs are undefined. */
  list(filter: WorkFilter): Promise<WorkRecord[]>;
  countOpen(): Promise<WorkCount[]>;
  /** Ends open work. A running workflow stops at its next step. */
  cancel(ids: string[], scope?: { children: boolean }): Promise<void>;
  /** Deletes work with its inputs and results. */
  remove(ids: string[], scope?: { children: boolean }): Promise<void>;
  /** See `withdrawWork`. */
  withdraw(connection: pg.ClientBase, id: string, mayWithdraw: (version: string | null) => boolean): Promise<boolean>;
  /** Lists waiting work of the given versions and workflows, oldest first. */
  listWaiting(filter: {
    versions: string[];
    workflows: string[];
    limit: number;
  }): Promise<{ id: string; parentId: string | null }[]>;
  /**
   * Hands on the work of dead executors. `settle` is called with each one before its work waits again, and no
   * transaction of that executor comes after the call.
   */
  takeOverDeadExecutors(settle: (executorId: string) => Promise<void>): Promise<TakenOver[]>;
  /**
   * Deletes work that ended before a time, except parts of work that goes on. Ends after a batch once `ending` is
   * aborted. Returns the number.
   */
  purgeEnded(before: Date, ending?: AbortSignal): Promise<number>;
  /** Closes the queue. The next process continues work in progress. Abort `closing` first. */
  close(): Promise<void>;
}

export interface DurableQueueOptions {
  service: Service;
  url: string;
  /** The address is that of a pooler in transaction mode. */
  pooled?: boolean | undefined;
  /** The ownership of the work that this process executes. */
  lease: ExecutorLease;
  version: string;
  queues: Record<string, QueueRules>;
  /** Queues with lanes, which do their work by themselves (`runLaneQueue`). */
  laneQueues?: Record<string, LaneRules & { handler: LaneHandler }>;
  /** Queues of an earlier release whose work now goes to another queue. What still waits in them is done. */
  formerQueues?: string[];
  /** The queue in which the work of a dead process waits: the one that it came from, or one without limits. */
  takeOverInto: 'own queue' | 'queue without limits';
  maxConnections: number;
  /** Time between two looks for work that was taken without an answer; 15 s by default. */
  lookForUnknownMs?: number;
  log: QueueLog;
  /** Aborted when the service closes. */
  closing: AbortSignal;
}

const lookForUnknownMs = 15_000;

/** Opens the queue and starts waiting work. Define workflows first. DBOS allows one queue a process. */
export async function openDurableQueue(options: DurableQueueOptions): Promise<DurableQueue> {
  const { service, url, pooled, lease, version, queues, laneQueues = {}, maxConnections, log, closing } = options;
  const { executorId } = lease;
  const queuesOfDbos = [...Object.keys(queues), ...(options.formerQueues ?? [])];
  const { pool, settings } = openQueueConnection({ service, url, pooled, executorId, maxConnections, log, closing });
  limitRetryWait();
  DBOS.setConfig({
    ...settings,
    name: service,
    // We use no events, streams or messages of DBOS, so its notifications are not needed.
    useListenNotify: false,
    applicationVersion: version,
    executorID: executorId,
    // DBOS knows the queues with lanes from an older release. It must not take work from them.
    ...(options.laneQueues && { listenQueues: queuesOfDbos }),
  });
  const launch = async () => {
    await DBOS.launch();
    await makeOwnIndexes(url, service, pooled);
  };
  const waiting = new WaitingQueues(pool, service, [...queuesOfDbos, unlimitedQueue, ...Object.keys(laneQueues)]);
  pollOnlyWaiting(waiting);
  await withMigrationLock(url, launch, { warn: log.warn.bind(log) });
  for (const [name, rules] of Object.entries(queues)) await DBOS.registerQueue(name, toQueueOptions(rules));
  const lanesEnded = Object.entries(laneQueues).map(([name, { handler, ...rules }]) =>
    runLaneQueue(pool, {
      ...{ service, version, executorId, log, closing, handler, rules },
      queue: name,
      mayBegin: () => lease.leaseHeld(),
      hasWork: () => waiting.has(name),
    }),
  );
  const watching = watchForUnknownWork(pool, {
    ...{ service, lease, log, closing, lookMs: options.lookForUnknownMs ?? lookForUnknownMs },
  });
  const client = await DBOSClient.create({ ...settings, applicationName: service });
  return {
    async enqueue(connection, { input, ...work }) {
      // A work is several rows. Without a transaction, a process could take it before its input is there.
      if (connection.getTransactionStatus() !== 'T') throw new Error('Work is enqueued in a transaction only');
      await client.enqueueInTransaction(connection, toEnqueueOptions(work), input);
      if (work.waitMs) await delayFromCreation(connection, service, { ...work, waitMs: work.waitMs });
    },
    list: listWork,
    countOpen: () => countOpenWork(pool, service),
    cancel: (ids, { children } = { children: false }) => DBOS.cancelWorkflows(ids, { cancelChildren: children }),
    remove: (ids, { children } = { children: false }) => DBOS.deleteWorkflows(ids, children),
    withdraw: (connection, id, mayWithdraw) => withdrawWork(connection, service, id, mayWithdraw),
    listWaiting: (filter) => selectWaiting(pool, service, filter),
    takeOverDeadExecutors(settle) {
      const queue = options.takeOverInto === 'own queue' ? null : unlimitedQueue;
      return takeOverDeadExecutors(pool, { service, lease, queue, settle, log });
    },
    purgeEnded: (before, ending) => purgeEnded(pool, service, before, ending),
    async close() {
      await Promise.all([...lanesEnded, watching]);
      await DBOS.shutdown({ deregister: true });
      await client.destroy();
      await pool.end();
    },
  };
}

/** Number of works that are deleted in one transaction. */
const purgedAtOnce = 1_000;

async function purgeEnded(pool: pg.Pool, service: Service, before: Date, ending?: AbortSignal): Promise<number> {
  for (let purged = 0; ; ) {
    const ids = await selectEnded(pool, service, before.getTime(), purgedAtOnce);
    if (ids.length > 0) await DBOS.deleteWorkflows(ids);
    purged += ids.length;
    if (ids.length < purgedAtOnce || ending?.aborted) return purged;
  }
}

function toQueueOptions({ concurrency, partitionConcurrency, pollMs }: QueueRules) {
  return {
    ...(concurrency === undefined ? {} : { workerConcurrency: concurrency }),
    ...(partitionConcurrency === undefined ? {} : { partitionWorkerConcurrency: partitionConcurrency }),
    minPollingIntervalMs: pollMs,
    onConflict: 'always_update',
  } as const;
}

function toEnqueueOptions({ queue, workflow, id, version, partition, waitMs = 0 }: Omit<NewWork, 'input'>) {
  return {
    queueName: queue,
    workflowName: workflow,
    workflowID: id,
    appVersion: version,
    ...(partition === undefined ? {} : { queuePartitionKey: partition }),
    ...(waitMs > 0 ? { delaySeconds: waitMs / 1_000 } : {}),
  };
}

async function listWork(filter: WorkFilter): Promise<WorkRecord[]> {
  // DBOS turns an empty list into invalid SQL.
  const { ids, workflows, states, versions } = filter;
  if ([ids, workflows, states, versions].some((list) => list?.length === 0)) return [];
  const found = await DBOS.listWorkflows(toListInput(filter));
  return found.map((status) => ({
    id: status.workflowID,
    workflow: status.workflowName,
    state: stateOf(status.status),
    version: status.applicationVersion ?? null,
    parentId: status.parentWorkflowID ?? null,
    input: status.input,
  }));
}

function toListInput(filter: WorkFilter): GetWorkflowsInput {
  const { ids, workflows, states, versions, withInput = false, limit, offset } = filter;
  return {
    ...(ids && { workflowIDs: ids }),
    ...(workflows && { workflowName: workflows }),
    ...(states && { status: states.flatMap((state) => statuses[state]) }),
    ...(versions && { applicationVersion: versions }),
    ...(limit !== undefined && { limit }),
    ...(offset !== undefined && { offset }),
    loadInput: withInput,
    loadOutput: false,
  };
}
