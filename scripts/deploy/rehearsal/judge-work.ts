import type { FailedCall, Job } from './run-clients.ts';

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

/** Each run of the clients has four documents, two of its tasks and two of the engine, in one version. */
const documents = JSON.stringify([
  '_operations_review.md 1',
  '_run_report.md 1',
  'demand-analysis.md 1',
  'subscription-offer.md 1',
]);

/** Returns whether a run has completed with each document once. */
export const isWhole = ({ status, documents: made }: StoredRun): boolean =>
  status === 'completed' && JSON.stringify(made) === documents;

/** Returns the engagements with several runs: each job starts one run, under one Idempotency-Key. */
export const findDoubledRuns = (stored: readonly StoredEngagement[]): Problem[] =>
  stored
    .filter(({ runs }) => runs.length > 1)
    .map(({ id, runs }) => `engagement ${id} has ${runs.length} runs of one start`);

/**
 * Compares what the database has with what the clients were told (DEP-14): each acknowledged engagement and run is there
 * once, and each run is whole. There are as many others at most as calls that failed and may have been done.
 */
export function judgeWork(
  stored: readonly StoredEngagement[],
  jobs: readonly Pick<Job, 'engagementId' | 'runId'>[],
  failures: readonly Pick<FailedCall, 'call' | 'mayBeDone'>[],
): Problem[] {
  const runs = stored.flatMap((engagement) => engagement.runs);
  const findWrong = (kind: string, call: string, acknowledged: string[], found: string[]): Problem[] => {
    const allowed = failures.filter((failure) => failure.call === call && failure.mayBeDone).length;
    const unknown = found.filter((id) => !acknowledged.includes(id));
    return [
      ...acknowledged.filter((id) => !found.includes(id)).map((id) => `${kind} ${id} is not there`),
      ...(unknown.length > allowed ? [`${kind}s that no client knows: ${unknown.length}, allowed: ${allowed}`] : []),
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
      .map(({ id, status, documents: made }) => `run ${id} is ${status} with ${made?.join(', ') ?? 'nothing'}`),
  ];
}

const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id);
