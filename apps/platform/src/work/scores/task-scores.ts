import type { Statement } from '@ecp/database/statement';

/** The score of one task of a run. */
export interface TaskScoreRow {
  run_id: string;
  task_id: string;
  score: number;
}

/** Selects the scores of the tasks in all runs of an engagement. */
export function selectTaskScores(tenantId: string, engagementId: string): Statement<TaskScoreRow> {
  return {
    name: 'select_task_scores',
    text: `select s.run_id, s.task_id, s.score
      from platform.runs r
      join platform.quality_scores s on s.tenant_id = r.tenant_id and s.run_id = r.id
      where r.tenant_id = $1 and r.engagement_id = $2`,
    values: [tenantId, engagementId],
  };
}

/**
 * Returns a function that finds the score of a task in a run, from the rows of selectTaskScores; null when there is
 * none, and for no run or task.
 */
export function readTaskScores(rows: TaskScoreRow[]): (runId: string | null, taskId: string | null) => number | null {
  const runs = Map.groupBy(rows, ({ run_id }) => run_id);
  return (runId, taskId) => runs.get(runId ?? '')?.find(({ task_id }) => task_id === taskId)?.score ?? null;
}
