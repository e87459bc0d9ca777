import type { Database } from '@ecp/database/database';
import type { ExecutorLease } from '@ecp/database/executor-lease';
import { openWorkQueue, type QueueRules } from '@ecp/durable-work/work-queue';
import { enqueueWork, eraseTenantWorks } from '@ecp/durable-work/works';
import type { FastifyBaseLogger } from 'fastify';
import type {
  DurableInputs,
  DurableWork,
  DurableWorkName,
  EnqueueOptions,
  PartitionedWorkName,
} from './durable-work.ts';

/**
 * The handler of each kind of work. It is repeated until it returns, so it must be idempotent and
 * obey `signal`.
 */
export type DurableHandlers = {
  [N in DurableWorkName]: (
    input: DurableInputs[N],
    signal: AbortSignal,
    ...lane: LaneOf<N>
  ) => Promise<void>;
};

type LaneOf<N extends DurableWorkName> = N extends PartitionedWorkName ? [partition: string] : [];
type Handler = (input: unknown, signal: AbortSignal, lane: string) => Promise<void>;

interface Kind {
  /** The kind whose queue it shares, with its limit. Default: a queue of its own. */
  queue?: DurableWorkName;
  /** Limit of one process, or of one partition in it. */
  concurrency: number;
  /** Whether each partition has its own limit of `concurrency`. */
  inLanes?: boolean;
  /** Waits between attempts grow from `firstWaitMs` to `longestWaitMs`. */
  firstWaitMs: number;
  longestWaitMs: number;
  /** After failing for this long the work is given up, with an error in the log. */
  giveUpAfterMs: number;
}

const hourMs = 3_600_000;
const mailing: Kind = {
  concurrency: 20,
  firstWaitMs: 1_000,
  longestWaitMs: 600_000,
  giveUpAfterMs: 24 * hourMs,
};
/** Work on a run whose failure must be made good later, so it practically never gives up. */
const following = {
  firstWaitMs: 500,
  longestWaitMs: 15_000,
  giveUpAfterMs: Number.POSITIVE_INFINITY,
};
/** Work for which nobody waits. */
const background = {
  firstWaitMs: 1_000,
  longestWaitMs: 300_000,
  giveUpAfterMs: Number.POSITIVE_INFINITY,
};
const kinds: Record<DurableWorkName, Kind> = {
  sendMail: mailing,
  sendLinkMail: mailing,
  sendQuestionMail: { ...mailing, queue: 'sendMail' },
  sendReleaseMail: { ...mailing, queue: 'sendMail' },
  // Work that is given up would block all later analyses of its tenant.
  analyzePatterns: { ...background, concurrency: 2 },
  makeCards: { ...background, concurrency: 10, giveUpAfterMs: 24 * hourMs },
  // A check waits for the pace of hosts most of its time.
  checkSources: { ...background, concurrency: 5 },
  // A partition is one tenant. A grid waits for models most of its time.
  fillGrid: { ...following, concurrency: 4, inLanes: true },
  // A partition is one tenant. An order waits for a model.
  writeStoryline: { ...following, concurrency: 2, inLanes: true },
  // A partition is one endpoint, so a slow receiver delays only its own deliveries. A permit bounds
  // the posts.
  deliverWebhook: { ...background, concurrency: 100, inLanes: true, longestWaitMs: 60_000 },
  // A partition is one channel, so one that does not answer delays only its own posts.
  postNotice: { ...mailing, concurrency: 5, inLanes: true },
  // A partition is one tenant, so a hundred heavy files of one do not block the others. The
  // extractor takes turns.
  extractAttachment: { ...background, concurrency: 2, inLanes: true },
  eraseAccount: { ...background, concurrency: 5, firstWaitMs: 500, longestWaitMs: 60_000 },
  sweepErasedTenant: { ...background, concurrency: 2, giveUpAfterMs: 24 * hourMs },
  refreshAttachmentIndex: { ...background, concurrency: 5 },
  recheckVersion: { ...background, concurrency: 5, giveUpAfterMs: 24 * hourMs },
  deleteStoredFiles: { ...background, concurrency: 5 },
};
const queueOf = (name: DurableWorkName) => kinds[name].queue ?? name;

/** The longest wait before work begins. */
const pollMs = 250;
/**
 * Limits the works of a queue with partitions in a process. Each partition gets fewer places as it
 * fills, but always one.
 */
const fullAt = 20_000;
const lanesShareOf = 100;

const toRules = ({ concurrency, inLanes }: Kind): QueueRules =>
  inLanes
    ? {
        concurrency: fullAt,
        perLane: (free) => Math.min(concurrency, Math.max(1, Math.floor(free / lanesShareOf))),
      }
    : { concurrency };

interface DurableWorkOptions {
  databaseUrl: string;
  /** The address is that of a pooler in transaction mode. */
  pooled?: boolean | undefined;
  database: Database;
  lease: ExecutorLease;
  handlers: DurableHandlers;
  /** False for a process that orders work and does none of it. */
  executes: boolean;
  log: FastifyBaseLogger;
}

export function startDurableWork(options: DurableWorkOptions): DurableWork {
  const { databaseUrl, pooled, database, lease, handlers, executes, log } = options;
  const closing = new AbortController();
  const queue = openWorkQueue({
    service: 'platform',
    url: databaseUrl,
    pooled,
    lease,
    pollMs,
    log,
    // Most transactions of a platform serve requests, which belong to no owner, so none is fenced.
    fenced: false,
    queues: Object.fromEntries(
      Object.entries(kinds).map(([name, kind]) => [kind.queue ?? name, toRules(kind)]),
    ),
    async handler({ kind, input, lane }) {
      const handle = handlers[kind as DurableWorkName] as Handler | undefined;
      if (!handle) throw new Error(`This release does not know the work ${kind}`);
      await handle(input, closing.signal, lane);
    },
    onFailure: ({ kind, failingMs }) => waitAfter(kinds[kind as DurableWorkName], failingMs),
  });
  if (executes) queue.start();
  return {
    enqueue: enqueueDurable,
    count: () => queue.countOpen(),
    async eraseTenantWork(tenantId) {
      const [, [left]] = await database.batchSystem(
        eraseTenantWorks('platform', tenantId, revocable),
      );
      if (left?.count)
        throw new Error(`${left.count} pieces of work of the erased tenant are not over yet`);
    },
    async close() {
      closing.abort();
      await queue.close();
    },
  };
}

const enqueueDurable: DurableWork['enqueue'] = async (tx, name, id, input, ...[placement]) => {
  const { partition, waitMs }: Partial<EnqueueOptions> = placement ?? {};
  const work = {
    id: `${name}:${id}`,
    kind: name,
    queue: queueOf(name),
    input,
    lane: partition,
    waitMs,
  };
  await tx.query(enqueueWork('platform', work));
};

/** Waits grow as fast as the time for which the work has failed. Null gives the work up. */
function waitAfter(kind: Kind | undefined, failingMs: number): number | null {
  const { firstWaitMs, longestWaitMs, giveUpAfterMs } = kind ?? background;
  if (failingMs > giveUpAfterMs) return null;
  return Math.min(Math.max(firstWaitMs, failingMs), longestWaitMs) * (0.9 + Math.random() * 0.2);
}

/**
 * Work that is pointless without its tenant and may be hours away. Other work ends soon without its
 * tenant.
 */
const revocable: readonly DurableWorkName[] = [
  'sendMail',
  'sendLinkMail',
  'sendQuestionMail',
  'sendReleaseMail',
  'deliverWebhook',
  'postNotice',
  'deleteStoredFiles',
];
