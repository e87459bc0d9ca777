import { ApiError } from '@ecp/sdk/api-error';
import { pollUntil } from '@ecp/testing/poll-until';
import pg from 'pg';
import { findDoubledRuns, isWhole, judgeWork, type Problem, type StoredEngagement } from './judge-work.ts';
import { attached, type Clients, type Job, readAttachment, reviewed } from './run-clients.ts';
import type { Stack } from './start-stack.ts';

const endings = ['completed', 'failed', 'stopped'];
const activeLimitMs = 60_000;
const restoredLimitMs = 240_000;

/** Checks that the database has what the clients were told, and that every acknowledged write is there. */
export async function findLostWork(stack: Stack, { jobs, failures }: Clients): Promise<Problem[]> {
  const unread = await Promise.all(jobs.map(findLostWrites));
  return [...judgeWork(await readWork(stack), jobs, failures), ...unread.flat()];
}

/** Counts the runs of the database that have not ended. */
export const countActiveRuns = async (stack: Stack): Promise<number> =>
  runsOf(await readWork(stack)).filter(({ status }) => !endings.includes(status)).length;

/**
 * Waits until the runs of a restored database, of which `active` had not ended in the backup, have ended, and checks that
 * all that was acknowledged before the backup began, at `takenMs`, is there.
 */
export async function findUnrestoredWork(
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
  const unread = await Promise.all(jobs.map(({ client, engagementId: id }) => isMissing(client.getEngagement({ id }))));
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
 * Waits until a run is active, and keeps it so until the returned function is called: the engine records nothing of a run
 * whose row is locked. Without that, the run that was seen could end before a backup begins.
 */
export async function holdActiveRun({ postgres }: Stack): Promise<() => Promise<void>> {
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
  if (job.attachmentId && (await readAttachment(job)) !== attached) problems.push(`the file of ${id} has changed`);
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
