import { ApiError } from '@ecp/contract/declaring/errors';
import type { RunQuality, UnscoredTask } from '@ecp/contract/work/runs';
import type { NoRow } from '@ecp/database/statement';
import type { RequestContext } from '../../../kernel/context.ts';
import { selectEngagementExists } from '../../engagements/engagement-rows.ts';
import { type ScoreRow, scoreColumns, toQualityScore } from '../../scores/score-rows.ts';
import type { RunStatus } from '../records/lock-run.ts';

interface ScoredRun {
  id: string;
  status: RunStatus;
  started_at: Date;
}

/**
 * Returns the scores of a run in the order they were given, their mean, and the tasks that have none. Without `runId`
 * it is the latest run of the engagement (QUA-3, QUA-7). Error: `not_found`.
 */
export async function getRunQuality(
  { services, tenantId }: RequestContext,
  engagementId: string,
  runId?: string,
): Promise<RunQuality> {
  const values = [tenantId, engagementId, runId ?? null];
  const [engagements, [run], rows, unscored] = await services.database.batchTenant<
    [NoRow, ScoredRun, ScoreRow, UnscoredTask]
  >(tenantId, [
    selectEngagementExists(tenantId, engagementId),
    { name: 'select_scored_run', text: selectRun('id, status, started_at'), values },
    { name: 'select_scores_of_run', text: selectScores, values },
    { name: 'select_unscored_tasks', text: selectUnscored, values },
  ]);
  if (engagements.length === 0 || (runId !== undefined && !run)) throw new ApiError('not_found');
  if (!run) return { runId: null, averageScore: null, scores: [], unscored: [] };
  return {
    runId: run.id,
    averageScore: rows.length === 0 ? null : mean(rows.map(({ score }) => score)),
    runStatus: run.status,
    runStartedAt: run.started_at.toISOString(),
    scores: rows.map(toQualityScore),
    unscored,
  };
}

/** Rounds to two decimals, because sums of decimal fractions are not exact. */
const mean = (values: number[]): number =>
  Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 100) / 100;

const selectRun = (columns: string) => `select ${columns} from platform.runs
  where tenant_id = $1 and engagement_id = $2 and ($3::text is null or id = $3)
  order by started_at desc, id desc limit 1`;

const selectScores = `select ${scoreColumns} from platform.quality_scores
  where tenant_id = $1 and run_id = (${selectRun('id')})
  order by created_at, event_seq, id`;

const selectUnscored = `select task_id as "taskId", task_name as "taskName", reason from platform.unscored_tasks
  where tenant_id = $1 and run_id = (${selectRun('id')})
  order by event_seq, id`;
