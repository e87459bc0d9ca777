import { join } from 'node:path';
import { ApiError } from '@ecp/sdk/api-error';
import { pollUntil } from '@ecp/testing/poll-until';
import pg from 'pg';
import {
  attached,
  type Clients,
  type FailedCall,
  type Job,
  readAttachment,
  reviewed,
} from './clients.ts';
import type { Stack } from './stack.ts';

/** The stack while clients work. */
export interface Rehearsal {
  folder: string;
  stack: Stack;
  clients: Clients;
}

/**
 * Takes a backup while runs are active, lets the old processes end, and starts all again on an
 * empty database with the backup in it. The files stay in their bucket. Returns what was lost,
 * doubled or refused.
 */
export async function backUpAndRestore({ clients, stack, folder }: Rehearsal): Promise<Problem[]> {
  const backup = join(folder, 'backup');
  const release = await holdActiveRun(stack);
  const takenMs = performance.now();
  await stack.runScript('backup', 'scripts/backup.ts', [backup]).finally(release);
  await clients.stop();
  const problems = await findLostWork(stack, clients);
  for (const service of stack.services) await service.stop('SIGKILL');
  await stack.postgres.replaceDatabase();
  await stack.runScript('backup', 'scripts/restore.ts', [backup]);
  // A worker may complete them before all services have started.
  const active = await countActiveRuns(stack);
  await Promise.all(stack.services.map((service) => service.start()));
  const saved = clients.jobs.filter(({ createdMs }) => createdMs < takenMs);
  return [...problems, ...(await findUnrestoredWork(stack, saved, { takenMs, active }))];
}

/** A promise that was not kept, for people. */
export type Problem = string;

/** A run of the database. */
interface StoredRun {
  id: string;
  status: string;
  /** Name and version of each document, in order; null if there is none. */
  documents: string[] | null;
}

/** An engagement of the database. */
export interface StoredEngagement {
  id: string;
  runs: StoredRun[];
}

/**
 * Each run of the clients has four documents, two of its tasks and two of the engine, in one
 * version.
 */
const documents = JSON.stringify([
  '_operations_review.md 1',
  '_run_report.md 1',
  'demand-analysis.md 1',
  'subscription-offer.md 1',
]);

/** Returns whether a run has completed with each document once. */
const isWhole = ({ status, documents: made }: StoredRun): boolean =>
  status === 'completed' && JSON.stringify(made) === documents;

/**
 * Returns the engagements with several runs: each job starts one run, under one Idempotency-Key.
 */
const findDoubledRuns = (stored: readonly StoredEngagement[]): Problem[] =>
  stored
    .filter(({ runs }) => runs.length > 1)
    .map(({ id, runs }) => `engagement ${id} has ${runs.length} runs of one start`);

/**
 * Compares what the database has with what the clients were told: each acknowledged engagement and
 * run is there once, and each run is whole. There are as many others at most as calls that failed
 * and may have been done.
 */
export function judgeWork(
  stored: readonly StoredEngagement[],
  jobs: readonly Pick<Job, 'engagementId' | 'runId'>[],
  failures: readonly Pick<FailedCall, 'call' | 'mayBeDone'>[],
): Problem[] {
  const runs = stored.flatMap((engagement) => engagement.runs);
  const findWrong = (
    kind: string,
    call: string,
    acknowledged: string[],
    found: string[],
  ): Problem[] => {
    const allowed = failures.filter((failure) => failure.call === call && failure.mayBeDone).length;
    const unknown = found.filter((id) => !acknowledged.includes(id));
    return [
      ...acknowledged.filter((id) => !found.includes(id)).map((id) => `${kind} ${id} is not there`),
      ...(unknown.length > allowed
        ? [`${kind}s that no client knows: ${unknown.length}, allowed: ${allowed}`]
        : []),
    ];
  };
  return [
    ...findWrong(
      'engagement',
      'createEngagement',
      jobs.map(({ engagementId }) => engagementId),
      idsOf(stored),
    ),
    ...findWrong(
      'run',
      'startRun',
      jobs.flatMap(({ runId = [] }) => runId),
      idsOf(runs),
    ),
    ...findDoubledRuns(stored),
    ...runs
      .filter((run) => !isWhole(run))
      .map(
        ({ id, status, documents: made }) =>
          `run ${id} is ${status} with ${made?.join(', ') ?? 'nothing'}`,
      ),
  ];
}

const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id);

const endings = ['completed', 'failed', 'stopped'];
const activeLimitMs = 60_000;
const restoredLimitMs = 240_000;

/**
 * Checks that the database has what the clients were told, and that every acknowledged write is
 * there.
 */
async function findLostWork(stack: Stack, { jobs, failures }: Clients): Promise<Problem[]> {
  const unread = await Promise.all(jobs.map(findLostWrites));
  return [...judgeWork(await readWork(stack), jobs, failures), ...unread.flat()];
}

/** Counts the runs of the database that have not ended. */
const countActiveRuns = async (stack: Stack): Promise<number> =>
  runsOf(await readWork(stack)).filter(({ status }) => !endings.includes(status)).length;

/**
 * Waits until the runs of a restored database, of which `active` had not ended in the backup, have
 * ended, and checks that all that was acknowledged before the backup began, at `takenMs`, is there.
 */
async function findUnrestoredWork(
  stack: Stack,
  jobs: readonly Job[],
  { takenMs, active }: { takenMs: number; active: number },
): Promise<Problem[]> {
  const ended = await pollUntil(
    () => readWork(stack),
    (read) => runsOf(read).every(({ status }) => endings.includes(status)),
    restoredLimitMs,
  );
  console.log(`  restored ${runsOf(ended).length} runs, ${active} of them active`);
  const started = jobs.filter(({ startedMs = Number.POSITIVE_INFINITY }) => startedMs < takenMs);
  const whole = new Set(
    runsOf(ended)
      .filter(isWhole)
      .map(({ id }) => id),
  );
  const wrong = started.filter(({ runId = '' }) => !whole.has(runId));
  const unread = await Promise.all(
    jobs.map(({ client, engagementId: id }) => isMissing(client.getEngagement({ id }))),
  );
  return [
    ...(active > 0 ? [] : ['the backup holds no active run']),
    ...wrong.map(({ runId }) => `run ${runId} was not restored and completed`),
    ...findDoubledRuns(ended),
    ...jobs.flatMap(({ engagementId }, place) =>
      unread[place] ? [`engagement ${engagementId} was not restored`] : [],
    ),
  ];
}

/**
 * Waits until a run is active, and keeps it so until the returned function is called: the engine
 * records nothing of a run whose row is locked. Without that, the run that was seen could end
 * before a backup begins.
 */
async function holdActiveRun({ postgres }: Stack): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: postgres.adminUrl });
  await client.connect();
  try {
    await client.query('begin');
    await pollUntil(
      () =>
        client.query(`select from engine.runs e where status = 'running'
          and exists (select from platform.runs p where p.id = e.id) limit 1 for update of e`),
      ({ rowCount }) => rowCount === 1,
      activeLimitMs,
    );
  } catch (error) {
    await client.end();
    throw error;
  }
  return () => client.end();
}

/** Returns whether what is read is not there. Throws when it cannot be read. */
const isMissing = (read: Promise<unknown>): Promise<boolean> =>
  read.then(
    () => false,
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return true;
      throw error;
    },
  );

async function findLostWrites(job: Job): Promise<Problem[]> {
  const { client, engagementId: id } = job;
  const problems: Problem[] = [];
  if (job.approved) {
    const { approvalStatus } = await client.getDeliverable({ id, filename: reviewed });
    if (approvalStatus !== 'approved') problems.push(`the review of engagement ${id} is lost`);
  }
  if (job.attachmentId && (await readAttachment(job)) !== attached)
    problems.push(`the file of ${id} has changed`);
  return problems;
}

const runsOf = (stored: readonly StoredEngagement[]) => stored.flatMap(({ runs }) => runs);

async function readWork({ postgres }: Stack): Promise<StoredEngagement[]> {
  const client = new pg.Client({ connectionString: postgres.adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query<StoredEngagement>(
      `select e.id, coalesce(json_agg(json_build_object('id', r.id, 'status', r.status, 'documents', (
          select json_agg(filename || ' ' || version order by filename) from platform.deliverables where run_id = r.id
        ))) filter (where r.id is not null), '[]') as runs
        from platform.engagements e left join platform.runs r on r.engagement_id = e.id group by e.id`,
    );
    return rows;
  } finally {
    await client.end();
  }
}

/** Returns the requests and calls that failed, for people. */
export const describeFailures = ({
  attempts,
  failures,
}: Pick<Clients, 'attempts' | 'failures'>): Problem[] => [
  ...attempts.flatMap(({ request, failure }) =>
    failure === null ? [] : `${request}: ${failure.slice(0, 200)}`,
  ),
  ...failures.map(({ call, failure }) => `${call}: ${failure}`),
];
