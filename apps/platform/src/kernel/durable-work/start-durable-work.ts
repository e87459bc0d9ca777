import type { ExecutorLease } from '@ecp/database/executor-lease';
import { type DurableQueue, openDurableQueue, type WorkRecord } from '@ecp/durable-work/durable-queue';
import { currentWorkId, defineWorkflow, runStep } from '@ecp/durable-work/workflow';
import type { FastifyBaseLogger } from 'fastify';
import type {
  DurableInputs,
  DurableWork,
  DurableWorkName,
  EnqueueOptions,
  PartitionedWorkName,
} from './durable-work.ts';
import { retryUntilDone, runPeriodically } from './in-process-work.ts';

/** The handler of each kind of work. It is repeated until it returns, so it must be idempotent and obey `signal`. */
export type DurableHandlers = {
  [N in DurableWorkName]: (input: DurableInputs[N], signal: AbortSignal, ...lane: LaneOf<N>) => Promise<void>;
};

type LaneOf<N extends DurableWorkName> = N extends PartitionedWorkName ? [partition: string] : [];

interface Kind {
  /** The kind whose queue it shares, with its limit and polling. Default: a queue of its own. */
  queue?: DurableWorkName;
  /** Limit of one process, or of one partition in it. */
  concurrency: number;
  /** Whether each partition has its own limit of `concurrency`. */
  inLanes?: boolean;
  /** How often the queue is polled: the longest wait before work begins. */
  pollMs: number;
  /** Waits between attempts grow from `firstWaitMs` to `longestWaitMs`. */
  firstWaitMs: number;
  longestWaitMs: number;
  /** After failing for this long the work is given up, with an error in the log. */
  giveUpAfterMs: number;
}

const hourMs = 3_600_000;
/** Polling with and without a person waiting for the outcome. Many polled queues load even an idle database. */
const soonMs = 250;
const laterMs = 1_000;
const mailing: Kind = {
  concurrency: 20,
  pollMs: 500,
  firstWaitMs: 1_000,
  longestWaitMs: 600_000,
  giveUpAfterMs: 24 * hourMs,
};
/** Work on a run whose failure must be made good later, so it practically never gives up. */
const following = {
  pollMs: soonMs,
  firstWaitMs: 500,
  longestWaitMs: 15_000,
  giveUpAfterMs: Number.POSITIVE_INFINITY,
};
/** Work for which nobody waits. */
const background = {
  pollMs: laterMs,
  firstWaitMs: 1_000,
  longestWaitMs: 300_000,
  giveUpAfterMs: Number.POSITIVE_INFINITY,
};
const kinds: Record<DurableWorkName, Kind> = {
  sendMail: mailing,
  sendLinkMail: mailing,
  sendQuestionMail: { ...mailing, queue: 'sendMail' },
  sendReleaseMail: { ...mailing, queue: 'sendMail' },
  // Until the engine has the answer, its task waits for what a person has already said.
  tellEngineAnswer: { ...following, concurrency: 20 },
  // A follower waits most of its life.
  followRun: { ...following, concurrency: 10_000 },
  eraseEngineData: { ...background, concurrency: 5 },
  // Work that is given up would block all later analyses of its tenant.
  analyzePatterns: { ...background, concurrency: 2 },
  // A poll begins as many as fit, so a process makes the cards of at most twenty documents a second.
  makeCards: { ...background, concurrency: 10, pollMs: 500, giveUpAfterMs: 24 * hourMs },
  // A check waits for the pace of hosts most of its time.
  checkSources: { ...background, concurrency: 5 },
  // A partition is one endpoint, so a slow receiver delays only its own deliveries. A permit bounds the posts.
  deliverWebhook: { ...background, concurrency: 100, inLanes: true, pollMs: soonMs, longestWaitMs: 60_000 },
  // A partition is one channel, so one that does not answer delays only its own posts.
  postNotice: { ...mailing, concurrency: 5, inLanes: true },
  // A partition is one tenant, so a hundred heavy files of one do not block the others. The extractor takes turns.
  extractAttachment: { ...background, concurrency: 2, inLanes: true, pollMs: soonMs },
  eraseAccount: { ...background, concurrency: 5, firstWaitMs: 500, longestWaitMs: 60_000 },
  sweepErasedTenant: { ...background, concurrency: 2, giveUpAfterMs: 24 * hourMs },
  refreshAttachmentIndex: { ...background, concurrency: 5, pollMs: 500 },
  recheckVersion: { ...background, concurrency: 5, pollMs: 500, giveUpAfterMs: 24 * hourMs },
  deleteStoredFiles: { ...background, concurrency: 5 },
};
const names = Object.keys(kinds) as DurableWorkName[];
const queueOf = (name: DurableWorkName) => kinds[name].queue ?? name;

/** Pinned, so that a new release recovers the work of an old one: inputs must stay readable or get a new kind. */
export const applicationVersion = '1';
/** How soon a live process takes over the work of a dead one. */
const takeOverIntervalMs = 3_000;
const forgetIntervalMs = 60_000;
const maxConnections = 6;

export interface DurableWorkOptions {
  databaseUrl: string;
  /** The address is that of a pooler in transaction mode. */
  pooled?: boolean | undefined;
  /** The ownership of the work that this process executes. */
  lease: ExecutorLease;
  handlers: DurableHandlers;
  log: FastifyBaseLogger;
}

/**
 * Launches the durable queue on Postgres, so that work commits in the transaction of what causes it. Call it once per
 * process.
 */
export async function startDurableWork(options: DurableWorkOptions): Promise<DurableWork> {
  const { databaseUrl, pooled, lease, handlers, log } = options;
  const closing = new AbortController();
  const surroundings = { lease, closing: closing.signal, log };
  const works = Object.fromEntries(
    names.map((name) => [name, defineKind(name, handlers[name] as Handler, surroundings)]),
  ) as Record<DurableWorkName, Work>;
  const queue = await openDurableQueue({
    service: 'platform',
    url: databaseUrl,
    pooled,
    lease,
    version: applicationVersion,
    queues: Object.fromEntries(
      names.filter((name) => !kinds[name].inLanes).map((name) => [queueOf(name), toRules(kinds[queueOf(name)])]),
    ),
    formerQueues: names.filter((name) => kinds[name].queue !== undefined),
    laneQueues: Object.fromEntries(
      names.filter((name) => kinds[name].inLanes).map((name) => [name, toLaneQueue(kinds[name], works[name])]),
    ),
    takeOverInto: 'own queue',
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
    enqueue: enqueueInto(queue),
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

/** Makes the function that enqueues work of each kind into the durable queue. */
export function enqueueInto(queue: Pick<DurableQueue, 'enqueue'>): DurableWork['enqueue'] {
  return async (tx, name, id, input, ...[placement]) => {
    const { partition, waitMs }: Partial<EnqueueOptions> = placement ?? {};
    const work = { queue: queueOf(name), workflow: name, id: `${name}:${id}`, version: applicationVersion, input };
    await tx.asLoginRole((connection) => queue.enqueue(connection, { ...work, partition, waitMs }));
  };
}

const toRules = ({ concurrency, pollMs }: Kind) => ({ concurrency, pollMs });

const toLaneQueue = ({ concurrency, pollMs }: Kind, work: Work) => ({
  laneConcurrency: concurrency,
  pollMs,
  handler: ({ id, input, lane }: { id: string; input: unknown; lane: string }) => work(id, input, lane),
});

type Handler = (input: unknown, signal: AbortSignal, ...lane: string[]) => Promise<void>;
type Work = (id: string, input: unknown, ...lane: string[]) => Promise<void>;

interface Surroundings {
  lease: ExecutorLease;
  closing: AbortSignal;
  log: FastifyBaseLogger;
}

/**
 * Makes the function that does a kind of work, and defines its workflow, which restarts from its input after a crash and
 * is done once it returns. A process whose lease is not renewed begins nothing, because another one may have its work.
 */
function defineKind(name: DurableWorkName, handler: Handler, { lease, closing, log }: Surroundings): Work {
  const work: Work = async (id, input, ...lane) => {
    const attempt = async () => {
      if (!lease.leaseHeld()) throw new Error('The lease of this process is not renewed');
      await handler(input, closing, ...lane);
    };
    const workLog = log.child({ work: name, id });
    await retryUntilDone(attempt, { ...kinds[name], signal: closing, log: workLog });
    // While closing, nothing may be recorded: unfinished work stays pending and the next process takes it up.
    if (closing.aborted) await new Promise<never>(() => undefined);
  };
  if (!kinds[name].inLanes) {
    defineWorkflow(name, (input: unknown) => runStep(name, () => work(currentWorkId(), input)));
  }
  return work;
}

/** Returns unfinished work of dead processes to its queue, where any process can take it up. */
async function takeOverWork(queue: DurableQueue, log: FastifyBaseLogger): Promise<void> {
  const taken = await queue.takeOverDeadExecutors(async () => undefined);
  const dead = taken.filter(({ works }) => works > 0);
  if (dead.length > 0) log.warn({ dead }, 'Took over the work of processes that ended');
}

const workPageSize = 1_000;

/**
 * Work that is pointless without its tenant, whose files are gone already, and may be hours away. Other work ends soon
 * when its tenant is gone.
 */
const revocable: readonly DurableWorkName[] = [
  ...(['sendMail', 'sendLinkMail', 'sendQuestionMail', 'sendReleaseMail'] as const),
  ...(['deliverWebhook', 'postNotice', 'deleteStoredFiles'] as const),
];

/**
 * Deletes all durable work of an erased tenant with its inputs. Throws until work that still has to act for the tenant,
 * such as erasing its data in the engine, has ended.
 */
async function eraseTenantWork(queue: DurableQueue, tenantId: string): Promise<void> {
  const found: WorkRecord[] = [];
  for (let offset = 0; ; offset += workPageSize) {
    const page = await queue.list({ limit: workPageSize, offset, withInput: true });
    found.push(...page.filter(({ input }) => mentions(input, tenantId)));
    if (page.length < workPageSize) break;
  }
  const open = found.filter(({ state }) => state !== 'ended');
  // A run that waits for people is followed again hours later; a follower that is at work ends by itself.
  const pointless = open.filter(
    ({ workflow, state }) =>
      revocable.some((kind) => kind === workflow) || (workflow === 'followRun' && state === 'waiting'),
  );
  if (pointless.length > 0) await queue.cancel(pointless.map(({ id }) => id));
  const left = open.length - pointless.length;
  const gone = found.filter((work) => !open.includes(work) || pointless.includes(work));
  if (gone.length > 0) await queue.remove(gone.map(({ id }) => id));
  if (left > 0) throw new Error(`${left} pieces of work of the erased tenant are not over yet`);
  // Pages shift when other work ends between reads, so only a pass that finds nothing is the last.
  if (gone.length > 0) await eraseTenantWork(queue, tenantId);
}

function mentions(input: unknown, tenantId: string): boolean {
  return JSON.stringify(input ?? null).includes(JSON.stringify(tenantId).slice(1, -1));
}

/** How long the id of ended work stays known. Afterwards the same id is new work. */
const endedKeptMs = 10 * 60_000;

/**
 * Deletes work that ended more than ten minutes before `now`, with its input: mails contain addresses and names, which
 * nothing needs any more.
 */
async function purgeFinishedWork(queue: DurableQueue, now: Date): Promise<void> {
  await queue.purgeEnded(new Date(now.getTime() - endedKeptMs));
}
