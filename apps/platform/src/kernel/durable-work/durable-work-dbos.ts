import { DBOS, DBOSClient } from '@dbos-inc/dbos-sdk';
import { withMigrationLock } from '@ecp/database/migrate';
import { openQueueConnection } from '@ecp/database/queue-connection';
import type { FastifyBaseLogger } from 'fastify';
import type { DurableInputs, DurableName, DurableWork, Placement } from './durable-work.ts';
import { forgetFinishedWork } from './forget-finished-work.ts';
import { forgetWorkOfTenant } from './forget-work-of-tenant.ts';
import { repeatEvery, retryUntilDone } from './retry-until-done.ts';
import { takeOverWork } from './take-over-work.ts';

/** What each kind of work does. A handler is repeated until it returns: it must be idempotent and heed `signal`. */
export type DurableHandlers = {
  [N in DurableName]: (input: DurableInputs[N], signal: AbortSignal) => Promise<void>;
};

interface Kind {
  /** Of one process, or of one lane in it. */
  concurrency: number;
  /** Each lane has `concurrency` places of its own. */
  inLanes?: boolean;
  /** How soon enqueued work begins: how often its queue is asked, in a transaction of four statements. */
  pollMs: number;
  /** Waits between attempts grow from `firstWaitMs` to `longestWaitMs`. */
  firstWaitMs: number;
  longestWaitMs: number;
  /** The work is given up, with an error in the log, once it has failed for this long. */
  giveUpAfterMs: number;
}

const hourMs = 3_600_000;
/** Where somebody waits for the outcome, and where nobody does: eleven queues cost the idle database what they ask. */
const soonMs = 250;
const laterMs = 1_000;
const mailing: Kind = {
  concurrency: 20,
  pollMs: 500,
  firstWaitMs: 1_000,
  longestWaitMs: 600_000,
  giveUpAfterMs: 24 * hourMs,
};
const kinds: Record<DurableName, Kind> = {
  sendMail: mailing,
  sendLinkMail: mailing,
  // A follower waits most of its life; what it cannot do now it must do later, whatever the reason was.
  followRun: {
    concurrency: 10_000,
    pollMs: soonMs,
    firstWaitMs: 500,
    longestWaitMs: 15_000,
    giveUpAfterMs: Number.POSITIVE_INFINITY,
  },
  eraseEngineData: {
    concurrency: 5,
    pollMs: laterMs,
    firstWaitMs: 1_000,
    longestWaitMs: 300_000,
    giveUpAfterMs: Number.POSITIVE_INFINITY,
  },
  // Given up, it would bar its tenant from further ones.
  analyzePatterns: {
    concurrency: 2,
    pollMs: laterMs,
    firstWaitMs: 1_000,
    longestWaitMs: 300_000,
    giveUpAfterMs: Number.POSITIVE_INFINITY,
  },
  // A lane is one endpoint: a slow receiver holds up its own deliveries only. Failed attempts are not repeated here.
  deliverWebhook: {
    concurrency: 20,
    inLanes: true,
    pollMs: soonMs,
    firstWaitMs: 1_000,
    longestWaitMs: 60_000,
    giveUpAfterMs: Number.POSITIVE_INFINITY,
  },
  // A lane is one tenant: a hundred heavy files of one do not keep the others' from the extractor, which takes turns.
  extractAttachment: {
    concurrency: 2,
    inLanes: true,
    pollMs: soonMs,
    firstWaitMs: 1_000,
    longestWaitMs: 300_000,
    giveUpAfterMs: Number.POSITIVE_INFINITY,
  },
  eraseAccount: {
    concurrency: 5,
    pollMs: laterMs,
    firstWaitMs: 500,
    longestWaitMs: 60_000,
    giveUpAfterMs: Number.POSITIVE_INFINITY,
  },
  sweepErasedTenant: {
    concurrency: 2,
    pollMs: laterMs,
    firstWaitMs: 1_000,
    longestWaitMs: 300_000,
    giveUpAfterMs: 24 * hourMs,
  },
  refreshAttachmentIndex: {
    concurrency: 5,
    pollMs: 500,
    firstWaitMs: 1_000,
    longestWaitMs: 300_000,
    giveUpAfterMs: Number.POSITIVE_INFINITY,
  },
  deleteStoredFiles: {
    concurrency: 5,
    pollMs: laterMs,
    firstWaitMs: 1_000,
    longestWaitMs: 300_000,
    giveUpAfterMs: Number.POSITIVE_INFINITY,
  },
};
const names = Object.keys(kinds) as DurableName[];

const service = 'platform';
/** Pinned, so that a new release recovers the work of an old one: inputs stay readable or get a new kind. */
const applicationVersion = '1';
/** How soon work of a process that died is taken up by one that lives. */
const takeOverIntervalMs = 5_000;
const forgetIntervalMs = 60_000;
const maxConnections = 6;

export interface DurableWorkOptions {
  databaseUrl: string;
  /** Of claimExecutorSlot: work that a dead process left under this id is taken up at once. */
  executorId: string;
  handlers: DurableHandlers;
  log: FastifyBaseLogger;
}

/** Launches the durable queue on Postgres (architecture, Chosen parts); one a process, as DBOS is a singleton. */
export async function startDurableWork(options: DurableWorkOptions): Promise<DurableWork> {
  const { databaseUrl, executorId, handlers, log } = options;
  const closing = new AbortController();
  const { pool, settings } = openQueueConnection({
    ...{ service, url: databaseUrl, maxConnections },
    log: log.child({ part: 'durable' }),
    closing: closing.signal,
  });
  for (const name of names) registerKind(name, handlers[name] as Handler, closing.signal, log);
  DBOS.setConfig({
    ...settings,
    name: service,
    // No events or streams of DBOS are used, so nothing needs its notifications.
    useListenNotify: false,
    applicationVersion,
    executorID: executorId,
  });
  await withMigrationLock(databaseUrl, () => DBOS.launch());
  for (const name of names) {
    const { concurrency, inLanes, pollMs } = kinds[name];
    await DBOS.registerQueue(name, {
      ...(inLanes ? { partitionWorkerConcurrency: concurrency } : { workerConcurrency: concurrency }),
      minPollingIntervalMs: pollMs,
      onConflict: 'always_update',
    });
  }
  const client = await DBOSClient.create({ ...settings, applicationName: service });
  const rules = { signal: closing.signal, log };
  const housekeeping = Promise.all([
    repeatEvery(takeOverIntervalMs, () => takeOverWork({ service, url: databaseUrl, pool, executorId }, log), rules),
    repeatEvery(forgetIntervalMs, () => forgetFinishedWork(new Date()), rules),
  ]);
  return {
    async enqueue(tx, name, id, input, ...[placement]) {
      const work = { queueName: name, workflowName: name, workflowID: `${name}:${id}`, appVersion: applicationVersion };
      const placed = { ...work, ...placementOptions(placement) };
      await tx.asOwner((connection) => client.enqueueInTransaction(connection, placed, input));
    },
    forget: forgetWorkOfTenant,
    async close() {
      closing.abort();
      await housekeeping;
      await DBOS.shutdown({ deregister: true });
      await client.destroy();
      await pool.end();
    },
  };
}

function placementOptions(placement: Partial<Placement> | undefined) {
  if (!placement) return {};
  const { lane, waitMs = 0 } = placement;
  return {
    ...(lane === undefined ? {} : { queuePartitionKey: lane }),
    ...(waitMs > 0 ? { delaySeconds: waitMs / 1_000 } : {}),
  };
}

type Handler = (input: unknown, signal: AbortSignal) => Promise<void>;

/** One workflow of one step: begun again from its input after a crash, recorded as done after it returned. */
function registerKind(name: DurableName, handler: Handler, closing: AbortSignal, log: FastifyBaseLogger): void {
  DBOS.registerWorkflow(
    async (input: unknown) => {
      await DBOS.runStep(
        async () => {
          const workLog = log.child({ work: name, id: DBOS.workflowID });
          await retryUntilDone(() => handler(input, closing), { ...kinds[name], signal: closing, log: workLog });
          // At a close nothing may be recorded: the unfinished work stays pending and is taken up by the next process.
          if (closing.aborted) await new Promise<never>(() => undefined);
        },
        { name },
      );
    },
    // Each restart of a process counts as one; a run may live through any number of them.
    { name, maxRecoveryAttempts: 1_000_000 },
  );
}
