import { ApiError } from '@ecp/contract/errors';
import type { RunQuality } from '@ecp/contract/runs';
import type { RequestContext } from '../context.ts';
import { selectEngagementExists } from '../engagements/engagement-rows.ts';
import type { RunStatus } from './lock-run.ts';
import { type ScoreRow, scoreColumns, toQualityScore } from './score-rows.ts';

/** Scores of the latest run, in the order they were given, and their mean (specification, Engagements rule 4). */
export async function getRunQuality(context: RequestContext, engagementId: string): Promise<RunQuality> {
  const { services, tenantId } = context;
  const [engagements, runs, scores] = await services.database.batchTenant(tenantId, [
    selectEngagementExists(tenantId, engagementId),
    { name: 'select_latest_run', text: latestRun, values: [tenantId, engagementId] },
    { name: 'select_latest_scores', text: latestScores, values: [tenantId, engagementId] },
  ]);
  if (!engagements?.length) throw new ApiError('not_found');
  const run = runs?.[0] as { id: string; status: RunStatus; started_at: Date } | undefined;
  if (!run) return { runId: null, averageScore: null, scores: [] };
  const rows = scores as ScoreRow[];
  return {
    runId: run.id,
    averageScore: rows.length === 0 ? null : mean(rows.map(({ score }) => score)),
    runStatus: run.status,
    runStartedAt: run.started_at.toISOString(),
    scores: rows.map(toQualityScore),
  };
}

/** To two decimals, as sums of decimal fractions are not exact. */
const mean = (values: number[]): number =>
  Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 100) / 100;

const latestRun = `select id, status, started_at from platform.runs where tenant_id = $1 and engagement_id = $2
  order by started_at desc, id desc limit 1`;

const latestScores = `select ${scoreColumns}
  from platform.quality_scores
  where tenant_id = $1 and run_id = (select id from platform.runs where tenant_id = $1 and engagement_id = $2
    order by started_at desc, id desc limit 1)
  order by created_at, event_seq, id`;
