import { DBOS, DBOSClient, type GetWorkflowsInput } from '@dbos-inc/dbos-sdk';
import { claimDeadExecutor } from '@ecp/database/executor-slot';
import { withMigrationLock } from '@ecp/database/migration-lock';
import type pg from 'pg';
import { openQueueConnection, type QueueLog } from './queue-connection.ts';
import {
  countOpenWork,
  findOtherExecutors,
  type Service,
  stateOf,
  statuses,
  type WorkCount,
  type WorkState,
  withdrawWork,
} from './records.ts';

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
  executorId?: string;
  completedBefore?: Date;
  withInput?: boolean;
  limit?: number;
  offset?: number;
}

/** The durable queue of a service. Only this package imports DBOS or uses its tables. */
export interface DurableQueue {
  /** Enqueues work in the transaction of `connection`. The work exists if and only if that commits. */
  enqueue(connection: pg.ClientBase, work: NewWork): Promise<void>;
  /** Lists work of all processes, oldest first. Without `withInput` the inputs are undefined. */
  list(filter: WorkFilter): Promise<WorkRecord[]>;
  countOpen(): Promise<WorkCount[]>;
  /** Ends open work. A running workflow stops at its next step. */
  cancel(ids: string[], scope?: { children: boolean }): Promise<void>;
  /** Deletes work with its inputs and results. */
  remove(ids: string[], scope?: { children: boolean }): Promise<void>;
  /** Puts work of a dead process into `queue` for any process, or into one without limits if none is given. */
  requeue(ids: string[], queue?: string): Promise<void>;
  /** See `withdrawWork`. */
  withdraw(connection: pg.ClientBase, id: string, mayWithdraw: (version: string | null) => boolean): Promise<boolean>;
  /**
   * Calls `takeOver` with each dead executor that left running work. An executor is dead if its slot can be claimed.
   * The claim keeps other processes out until the call ends (architecture, recovery of a dead engine process).
   */
  takeOverDeadExecutors(takeOver: (executorId: string) => Promise<void>): Promise<void>;
  /** Closes the queue. The next process continues work in progress. Abort `closing` first. */
  close(): Promise<void>;
}

export interface DurableQueueOptions {
  service: Service;
  url: string;
  /** Its own address, if `url` is that of a pooler in transaction mode. */
  directUrl?: string | undefined;
  /** Result of claimExecutorSlot. Work that a dead process left under this id is resumed at once. */
  executorId: string;
  version: string;
  queues: Record<string, QueueRules>;
  maxConnections: number;
  log: QueueLog;
  /** Aborted when the service closes. */
  closing: AbortSignal;
}

/** Opens the queue and starts waiting work. Define workflows first. DBOS allows one queue a process. */
export async function openDurableQueue(options: DurableQueueOptions): Promise<DurableQueue> {
  const { service, url, directUrl, executorId, version, queues, maxConnections, log, closing } = options;
  const { pool, settings } = openQueueConnection({
    service,
    url,
    pooled: directUrl !== undefined,
    maxConnections,
    log,
    closing,
  });
  DBOS.setConfig({
    ...settings,
    name: service,
    // We use no events, streams or messages of DBOS, so its notifications are not needed.
    useListenNotify: false,
    applicationVersion: version,
    executorID: executorId,
  });
  await withMigrationLock(url, () => DBOS.launch(), { warn: log.warn.bind(log) });
  for (const [name, rules] of Object.entries(queues)) await DBOS.registerQueue(name, toQueueOptions(rules));
  const client = await DBOSClient.create({ ...settings, applicationName: service });
  return {
    async enqueue(connection, { input, ...work }) {
      await client.enqueueInTransaction(connection, toEnqueueOptions(work), input);
    },
    list: listWork,
    countOpen: () => countOpenWork(pool, service),
    cancel: (ids, { children } = { children: false }) => DBOS.cancelWorkflows(ids, { cancelChildren: children }),
    remove: (ids, { children } = { children: false }) => DBOS.deleteWorkflows(ids, children),
    async requeue(ids, queueName) {
      await DBOS.resumeWorkflows(ids, queueName === undefined ? {} : { queueName });
    },
    withdraw: (connection, id, mayWithdraw) => withdrawWork(connection, service, id, mayWithdraw),
    async takeOverDeadExecutors(takeOver) {
      for (const owner of await findOtherExecutors(pool, service, executorId)) {
        const claim = await claimDeadExecutor(directUrl ?? url, service, owner);
        if (!claim) continue;
        try {
          await takeOver(owner);
        } finally {
          await claim.release();
        }
      }
    },
    async close() {
      await DBOS.shutdown({ deregister: true });
      await client.destroy();
      await pool.end();
    },
  };
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
  const { ids, workflows, states, versions, executorId, completedBefore, withInput = false, limit, offset } = filter;
  return {
    ...(ids && { workflowIDs: ids }),
    ...(workflows && { workflowName: workflows }),
    ...(states && { status: states.flatMap((state) => statuses[state]) }),
    ...(versions && { applicationVersion: versions }),
    ...(executorId !== undefined && { executorId }),
    ...(completedBefore && { completedBefore: completedBefore.toISOString() }),
    ...(limit !== undefined && { limit }),
    ...(offset !== undefined && { offset }),
    loadInput: withInput,
    loadOutput: false,
  };
}
