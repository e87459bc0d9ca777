import { pollUntil } from '@ecp/testing/poll-until';
import pg from 'pg';
import { attached, type Job, readAttachment, reviewed } from './run-clients.ts';
import type { Stack } from './start-stack.ts';

/** A promise that was not kept, for people. */
export type Problem = string;

interface StoredRun {
  id: string;
  status: string;
  documents: string[] | null;
}

/** Each run of the clients has four documents, two of its tasks and two of the engine, in one version. */
const documents = JSON.stringify([
  '_operations_review.md 1',
  '_run_report.md 1',
  'demand-analysis.md 1',
  'subscription-offer.md 1',
]);
const endings = ['completed', 'failed', 'stopped'];
const restoredLimitMs = 240_000;

/** Checks that every run has completed with each document once, and that every acknowledged write is there. */
export async function findLostWork(stack: Stack, jobs: readonly Job[]): Promise<Problem[]> {
  const runs = await readRuns(stack);
  const acknowledged = new Set(jobs.map(({ runId }) => runId));
  const wrong = [...runs.values()].filter(({ id, status, documents: made }) => {
    // Another run is that of a start whose answer failed: it counts as a failed request, and it too has to end.
    if (!acknowledged.has(id)) return status !== 'completed';
    return status !== 'completed' || JSON.stringify(made) !== documents;
  });
  const lost = jobs.filter(({ runId }) => runId !== undefined && !runs.has(runId));
  const unread = await Promise.all(jobs.map(findLostWrites));
  return [
    ...wrong.map(({ id, status, documents: made }) => `run ${id} is ${status} with ${made?.join(', ') ?? 'nothing'}`),
    ...lost.map(({ runId }) => `run ${runId} is not there`),
    ...unread.flat(),
  ];
}

/**
 * Waits until the runs that a backup holds as active have ended, and checks that all that was acknowledged before the
 * backup began, at `takenMs`, is there.
 */
export async function findUnrestoredWork(stack: Stack, jobs: readonly Job[], takenMs: number): Promise<Problem[]> {
  const restored = await readRuns(stack);
  const active = [...restored.values()].filter(({ status }) => !endings.includes(status));
  console.log(`  restored ${restored.size} runs, ${active.length} of them active`);
  const runs = await pollUntil(
    () => readRuns(stack),
    (read) => [...read.values()].every(({ status }) => endings.includes(status)),
    restoredLimitMs,
  );
  const started = jobs.filter(({ startedMs = Number.POSITIVE_INFINITY }) => startedMs < takenMs);
  const wrong = started.filter(({ runId = '' }) => {
    const run = runs.get(runId);
    return run?.status !== 'completed' || JSON.stringify(run.documents) !== documents;
  });
  const unread = await Promise.all(jobs.map(({ client, engagementId: id }) => isMissing(client.getEngagement({ id }))));
  return [
    ...(active.length > 0 ? [] : ['no run was active at the backup: repeat the rehearsal']),
    ...wrong.map(({ runId }) => `run ${runId} was not restored and completed`),
    ...jobs.flatMap(({ engagementId }, place) =>
      unread[place] ? [`engagement ${engagementId} was not restored`] : [],
    ),
  ];
}

const isMissing = (read: Promise<unknown>): Promise<boolean> =>
  read.then(
    () => false,
    () => true,
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

async function readRuns({ postgres }: Stack): Promise<Map<string, StoredRun>> {
  const client = new pg.Client({ connectionString: postgres.adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query<StoredRun>(
      `select r.id, r.status, array_agg(filename || ' ' || version order by filename) as documents
        from platform.runs r left join platform.deliverables d on d.run_id = r.id group by r.id, r.status`,
    );
    return new Map(rows.map((row) => [row.id, row]));
  } finally {
    await client.end();
  }
}
