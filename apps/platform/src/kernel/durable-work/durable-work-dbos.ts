import { openDurableQueue, type QueueRules } from '@ecp/durable-work/durable-queue';
import { currentWorkId, defineWorkflow, runStep } from '@ecp/durable-work/workflow';
import type { FastifyBaseLogger } from 'fastify';
import type { DurableInputs, DurableWorkName, DurableWork, EnqueueOptions } from './durable-work.ts';
import { purgeFinishedWork } from './purge-finished-work.ts';
import { eraseTenantWork } from './erase-tenant-work.ts';
import { runPeriodically, retryUntilDone } from './retry-until-done.ts';
import { takeOverWork } from './take-over-work.ts';

/** What each kind of work does. A handler is repeated until it returns: it must be idempotent and heed `signal`. */
export type DurableHandlers = {
  [N in DurableWorkName]: (input: DurableInputs[N], signal: AbortSignal) => Promise<void>;
};

interface Kind {
  /** Of one process, or of one partition in it. */
  concurrency: number;
  /** Each partition has `concurrency` places of its own. */
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
const kinds: Record<DurableWorkName, Kind> = {
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
  // A partition is one endpoint: a slow receiver holds up its own deliveries only. Failed attempts are not repeated here.
  deliverWebhook: {
    concurrency: 20,
    inLanes: true,
    pollMs: soonMs,
    firstWaitMs: 1_000,
    longestWaitMs: 60_000,
    giveUpAfterMs: Number.POSITIVE_INFINITY,
  },
  // A partition is one tenant: a hundred heavy files of one do not keep the others' from the extractor, which takes turns.
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
const names = Object.keys(kinds) as DurableWorkName[];

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

/** Launches the durable queue on Postgres (architecture, Chosen parts). Once a process. */
export async function startDurableWork(options: DurableWorkOptions): Promise<DurableWork> {
  const { databaseUrl, executorId, handlers, log } = options;
  const closing = new AbortController();
  for (const name of names) defineKind(name, handlers[name] as Handler, closing.signal, log);
  const queue = await openDurableQueue({
    service: 'platform',
    url: databaseUrl,
    executorId,
    version: applicationVersion,
    queues: Object.fromEntries(names.map((name) => [name, toRules(kinds[name])])),
    maxConnections,
    log: log.child({ part: 'durable' }),
    closing: closing.signal,
  });
  const rules = { signal: closing.signal, log };
  const housekeeping = Promise.all([
    runPeriodically(takeOverIntervalMs, () => takeOverWork(queue, log), rules),
    runPeriodically(forgetIntervalMs, () => purgeFinishedWork(queue, new Date()), rules),
  ]);
  return {
    async enqueue(tx, name, id, input, ...[placement]) {
      const { partition, waitMs }: Partial<EnqueueOptions> = placement ?? {};
      const work = { queue: name, workflow: name, id: `${name}:${id}`, version: applicationVersion, input };
      await tx.asOwner((connection) => queue.enqueue(connection, { ...work, partition, waitMs }));
    },
    count: () => queue.countOpen(),
    eraseTenantWork: (tenantId) => eraseTenantWork(queue, tenantId),
    forgetFinished: (now) => purgeFinishedWork(queue, now),
    async close() {
      closing.abort();
      await housekeeping;
      await queue.close();
    },
  };
}

function toRules({ concurrency, inLanes, pollMs }: Kind): QueueRules {
  return { ...(inLanes ? { partitionConcurrency: concurrency } : { concurrency }), pollMs };
}

type Handler = (input: unknown, signal: AbortSignal) => Promise<void>;

/** One workflow of one step: begun again from its input after a crash, recorded as done after it returned. */
function defineKind(name: DurableWorkName, handler: Handler, closing: AbortSignal, log: FastifyBaseLogger): void {
  const work = async (input: unknown) => {
    const workLog = log.child({ work: name, id: currentWorkId() });
    await retryUntilDone(() => handler(input, closing), { ...kinds[name], signal: closing, log: workLog });
    // At a close nothing may be recorded: the unfinished work stays pending and is taken up by the next process.
    if (closing.aborted) await new Promise<never>(() => undefined);
  };
  defineWorkflow(name, (input: unknown) => runStep(name, () => work(input)));
}
