import type { EngineEvent } from '@ecp/contract/engine/engine-events';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';

interface NewScore {
  tenantId: string;
  engagementId: string;
  runId: string;
  event: Extract<EngineEvent, { type: 'score' }>;
}

/** Stores the score of a task, one a run (QUA-1); returns false when the run already has a score of the task. */
export async function insertQualityScore(
  tx: Transaction,
  { tenantId, engagementId, runId, event }: NewScore,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'insert_quality_score',
    text: `insert into platform.quality_scores (id, tenant_id, engagement_id, run_id, task_id, task_name, score,
        rubric_type, rubric_version, feedback, criteria, created_at, event_seq)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
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
    ],
  });
  return rowCount === 1;
}
