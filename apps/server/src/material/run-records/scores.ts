import type { EngineEvent } from '@ecp/contract/engine/engine-events';
import type { RunQuality } from '@ecp/contract/work/runs';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';

type QualityScore = RunQuality['scores'][number];

export const scoreColumns =
  'id, task_id, task_name, score, rubric_type, rubric_version, feedback, criteria, offline, created_at';

export interface ScoreRow {
  id: string;
  task_id: string;
  task_name: string;
  score: number;
  rubric_type: string;
  rubric_version: number;
  criteria: QualityScore['criteria'];
  feedback: string;
  offline: boolean;
  created_at: Date;
}

export const toQualityScore = (row: ScoreRow): QualityScore => ({
  id: row.id,
  taskId: row.task_id,
  taskName: row.task_name,
  score: row.score,
  rubricType: row.rubric_type,
  rubricVersion: row.rubric_version,
  criteria: row.criteria,
  feedback: row.feedback,
  offline: row.offline,
  createdAt: row.created_at.toISOString(),
});

interface TaskScoreRow {
  run_id: string;
  task_id: string;
  score: number;
}

/** Selects the scores that models gave to the tasks in all runs of an engagement. */
export function selectTaskScores(tenantId: string, engagementId: string): Statement<TaskScoreRow> {
  return {
    name: 'select_task_scores',
    text: `select s.run_id, s.task_id, s.score
      from platform.runs r
      join platform.quality_scores s on s.tenant_id = r.tenant_id and s.run_id = r.id
      where r.tenant_id = $1 and r.engagement_id = $2 and not s.offline`,
    values: [tenantId, engagementId],
  };
}

/**
 * Returns a function that finds the score of a task in a run among rows of selectTaskScores; null
 * without one.
 */
export function readTaskScores(
  rows: TaskScoreRow[],
): (runId: string | null, taskId: string | null) => number | null {
  const runs = Map.groupBy(rows, ({ run_id }) => run_id);
  return (runId, taskId) =>
    runs.get(runId ?? '')?.find(({ task_id }) => task_id === taskId)?.score ?? null;
}

interface NewScore {
  tenantId: string;
  engagementId: string;
  runId: string;
  event: Extract<EngineEvent, { type: 'score' }>;
}

/**
 * Stores the score of a task, one a run; returns false when the run already has a score of the
 * task.
 */
export async function insertQualityScore(
  tx: Transaction,
  { tenantId, engagementId, runId, event }: NewScore,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'insert_quality_score',
    text: `insert into platform.quality_scores (id, tenant_id, engagement_id, run_id, task_id, task_name, score,
        rubric_type, rubric_version, feedback, criteria, created_at, event_seq, offline)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
      on conflict (tenant_id, run_id, task_id) do nothing`,
    values: [
      createId(),
      tenantId,
      engagementId,
      runId,
      event.taskId,
      event.taskName,
      Math.min(100, Math.max(0, event.score)),
      event.rubricType,
      event.rubricVersion,
      event.feedback,
      JSON.stringify(event.criteria),
      new Date(event.timestamp),
      event.seq,
      event.offline === true,
    ],
  });
  return rowCount === 1;
}

interface NewUnscoredTask {
  tenantId: string;
  engagementId: string;
  runId: string;
  event: Extract<EngineEvent, { type: 'unscored' }>;
}

/** Stores that a task of a run stands without a score, and why. The last reason counts. */
export async function recordUnscoredTask(
  tx: Transaction,
  { tenantId, engagementId, runId, event }: NewUnscoredTask,
): Promise<void> {
  const { taskId, taskName, reason, seq, timestamp } = event;
  await tx.query({
    name: 'record_unscored_task',
    text: `insert into platform.unscored_tasks
        (id, tenant_id, engagement_id, run_id, task_id, task_name, reason, event_seq, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      on conflict (tenant_id, run_id, task_id) do update set reason = excluded.reason`,
    values: [
      createId(),
      tenantId,
      engagementId,
      runId,
      taskId,
      taskName,
      reason,
      seq,
      new Date(timestamp),
    ],
  });
}

/** Removes the record of a task that has got its score. */
export async function clearUnscoredTask(
  tx: Transaction,
  { tenantId, runId, taskId }: { tenantId: string; runId: string; taskId: string },
): Promise<void> {
  await tx.query({
    name: 'clear_unscored_task',
    text: 'delete from platform.unscored_tasks where tenant_id = $1 and run_id = $2 and task_id = $3',
    values: [tenantId, runId, taskId],
  });
}
