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

/**
 * Waits until the runs that a backup holds as active have ended, and checks that all that was acknowledged before the
 * backup began, at `takenMs`, is there.
 */
export async function findUnrestoredWork(stack: Stack, jobs: readonly Job[], takenMs: number): Promise<Problem[]> {
  const restored = runsOf(await readWork(stack));
  const active = restored.filter(({ status }) => !endings.includes(status));
  console.log(`  restored ${restored.length} runs, ${active.length} of them active`);
  const ended = await pollUntil(
    () => readWork(stack),
    (read) => runsOf(read).every(({ status }) => endings.includes(status)),
    restoredLimitMs,
  );
  const started = jobs.filter(({ startedMs = Number.POSITIVE_INFINITY }) => startedMs < takenMs);
  const whole = new Set(
    runsOf(ended)
      .filter(isWhole)
      .map(({ id }) => id),
  );
  const wrong = started.filter(({ runId = '' }) => !whole.has(runId));
  const unread = await Promise.all(jobs.map(({ client, engagementId: id }) => isMissing(client.getEngagement({ id }))));
  return [
    ...(active.length > 0 ? [] : ['no run was active in the backup: repeat the rehearsal']),
    ...wrong.map(({ runId }) => `run ${runId} was not restored and completed`),
    ...findDoubledRuns(ended),
    ...jobs.flatMap(({ engagementId }, place) =>
      unread[place] ? [`engagement ${engagementId} was not restored`] : [],
    ),
  ];
}

/** Waits until the database has a run that has not ended. */
export async function awaitActiveRun(stack: Stack): Promise<void> {
  await pollUntil(
    () => readWork(stack),
    (read) => runsOf(read).some(({ status }) => !endings.includes(status)),
    activeLimitMs,
  );
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
