import { DBOS, DBOSClient, type GetWorkflowsInput } from '@dbos-inc/dbos-sdk';
import { claimDeadExecutor } from '@ecp/database/executor-slot';
import { withMigrationLock } from '@ecp/database/migrate';
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

/** What a queue gives to its work in each process. */
export interface QueueRules {
  concurrency?: number;
  /** Lanes have places of their own: none waits for the work of another one. */
  partitionConcurrency?: number;
  /** How soon enqueued work begins: how often the queue is asked, in a transaction of four statements. */
  pollMs: number;
}

/** Work to be done by a workflow that some process of the service has defined. */
export interface NewWork {
  queue: string;
  workflow: string;
  /** The same id again is the same work. */
  id: string;
  /** Only processes that run this version do it. */
  version: string;
  /** JSON. */
  input: unknown;
  partition?: string | undefined;
  /** Begins this much later. */
  waitMs?: number | undefined;
}

/** What is known of a piece of work. */
export interface WorkRecord {
  id: string;
  workflow: string;
  state: WorkState;
  version: string | null;
  /** Of the workflow that started it. */
  parentId: string | null;
  /** The arguments of the workflow, where they were asked for. */
  input: unknown;
}

/** Which work is meant; every field narrows it. */
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

/** The durable queue of a service. The only way to DBOS: nothing else imports it or touches its tables. */
export interface DurableQueue {
  /** Enqueues work in the transaction of `connection`: it exists if and only if that commits. */
  enqueue(connection: pg.ClientBase, work: NewWork): Promise<void>;
  /** Work of all processes, oldest first; without `withInput` the inputs are undefined. */
  list(filter: WorkFilter): Promise<WorkRecord[]>;
  countOpen(): Promise<WorkCount[]>;
  /** Ends open work: a workflow under way stops at its next step. */
  cancel(ids: string[], scope?: { children: boolean }): Promise<void>;
  /** Deletes work with its inputs and results. */
  remove(ids: string[], scope?: { children: boolean }): Promise<void>;
  /** Lets work that a dead process began wait in `queue`, or without one where no limits are, for any process. */
  requeue(ids: string[], queue?: string): Promise<void>;
  /** See `withdrawWork`. */
  withdraw(connection: pg.ClientBase, id: string, mayWithdraw: (version: string | null) => boolean): Promise<boolean>;
  /**
   * Calls `takeOver` with each executor that left running work and is dead: its slot can be claimed. The claim keeps other
   * processes out until the call has ended (architecture, recovery of a dead engine process).
   */
  takeOverDeadExecutors(takeOver: (executorId: string) => Promise<void>): Promise<void>;
  /** Ends the queue. Work under way stays as it is, and is taken up by the next process. Abort `closing` before. */
  close(): Promise<void>;
}

export interface DurableQueueOptions {
  service: Service;
  url: string;
  /** Of claimExecutorSlot: work that a dead process left under this id is taken up at once. */
  executorId: string;
  version: string;
  queues: Record<string, QueueRules>;
  maxConnections: number;
  log: QueueLog;
  /** Aborted when the service closes. */
  closing: AbortSignal;
}

/** Opens the queue and starts the work that waits. Workflows are defined before. One a process, as DBOS is a singleton. */
export async function openDurableQueue(options: DurableQueueOptions): Promise<DurableQueue> {
  const { service, url, executorId, version, queues, maxConnections, log, closing } = options;
  const { pool, settings } = openQueueConnection({ service, url, maxConnections, log, closing });
  DBOS.setConfig({
    ...settings,
    name: service,
    // No events, streams or messages of DBOS are used, so nothing needs its notifications.
    useListenNotify: false,
    applicationVersion: version,
    executorID: executorId,
  });
  await withMigrationLock(url, () => DBOS.launch());
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
        const claim = await claimDeadExecutor(url, service, owner);
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
  // DBOS makes invalid SQL of an empty list.
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
