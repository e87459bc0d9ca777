import type { RunAnalytics } from '@ecp/contract/work/runs';
import type { Database } from '@ecp/database/database';

/** The records of a run about one task. */
export interface WorkRecord {
  /** 0 to 100; null where the task has none. */
  score: number | null;
  feedback: string | null;
  /** Null when the run ended without a report, such as a stopped run. */
  routing: RunAnalytics['modelRouting'][number] | null;
}

interface ScoreRow {
  run_id: string;
  task_id: string;
  score: number;
  feedback: string;
}

interface AnalyticsRow {
  id: string;
  analytics: RunAnalytics;
}

/**
 * Reads scores and model routing of several runs, and returns a function that finds the record of a task in one of
 * them. Each version of a deliverable belongs to the run that made it (EXP-1); one that a person wrote has no record.
 */
export async function readWorkRecords(
  database: Database,
  tenantId: string,
  runIds: readonly (string | null)[],
): Promise<(runId: string | null, taskId: string | null) => WorkRecord> {
  const ids = [...new Set(runIds.filter((id) => id !== null))];
  const [scores, runs] = await database.batchTenant<[ScoreRow, AnalyticsRow]>(tenantId, [
    {
      name: 'select_scores_of_runs',
      text: `select run_id, task_id, score, feedback from platform.quality_scores
        where tenant_id = $1 and run_id = any($2::text[])`,
      values: [tenantId, ids],
    },
    {
      name: 'select_analytics_of_runs',
      text: `select id, analytics from platform.runs
        where tenant_id = $1 and id = any($2::text[]) and analytics is not null`,
      values: [tenantId, ids],
    },
  ]);
  return (runId, taskId) => {
    const score = scores.find((row) => row.run_id === runId && row.task_id === taskId);
    const run = runs.find(({ id }) => id === runId);
    const routing = run?.analytics.modelRouting.find((route) => route.taskId === taskId);
    return { score: score?.score ?? null, feedback: score?.feedback ?? null, routing: routing ?? null };
  };
}
