import { ApiError } from '@ecp/contract/declaring/errors';
import { offlineModelId } from '@ecp/contract/values/offline-model';
import { averageScore } from '@ecp/contract/values/scores';
import type { RunAnalytics, RunQuality, UnscoredTask } from '@ecp/contract/work/runs';
import type { Database } from '@ecp/database/database';
import type { RequestContext } from '../../kernel/context.ts';
import { type ExportPart, pageOf } from '../../kernel/export-part.ts';
import { readOfEngagement } from '../../material/engagements/engagement-rows.ts';
import { type RunRow, runColumns, toRun } from '../../material/run-records/run-rows.ts';
import type { RunStatus } from '../../material/run-records/run-state.ts';
import { type ScoreRow, scoreColumns, toQualityScore } from '../../material/run-records/scores.ts';

interface ScoredRun {
  id: string;
  status: RunStatus;
  started_at: Date;
}

/**
 * Returns a run's scores, their mean and the tasks without one; by default of the latest run.
 * Error: `not_found`.
 */
export async function getRunQuality(
  { services, tenantId }: RequestContext,
  engagementId: string,
  runId?: string,
): Promise<RunQuality> {
  const values = [tenantId, engagementId, runId ?? null];
  const [[run], rows, unscored] = await readOfEngagement<[ScoredRun, ScoreRow, UnscoredTask]>(
    services.database,
    tenantId,
    engagementId,
    [
      { name: 'select_scored_run', text: selectRun('id, status, started_at'), values },
      { name: 'select_scores_of_run', text: selectScores, values },
      { name: 'select_unscored_tasks', text: selectUnscored, values },
    ],
  );
  if (runId !== undefined && !run) throw new ApiError('not_found');
  if (!run) return { runId: null, averageScore: null, scores: [], unscored: [] };
  return {
    runId: run.id,
    averageScore: averageScore(rows.map(({ score }) => score)),
    runStatus: run.status,
    runStartedAt: run.started_at.toISOString(),
    scores: rows.map(toQualityScore),
    unscored,
  };
}

const selectRun = (columns: string) => `select ${columns} from platform.runs
  where tenant_id = $1 and engagement_id = $2 and ($3::text is null or id = $3)
  order by started_at desc, id desc limit 1`;

const selectScores = `select ${scoreColumns} from platform.quality_scores
  where tenant_id = $1 and run_id = (${selectRun('id')})
  order by created_at, event_seq, id`;

const selectUnscored = `select task_id as "taskId", task_name as "taskName", reason from platform.unscored_tasks
  where tenant_id = $1 and run_id = (${selectRun('id')})
  order by event_seq, id`;

/**
 * Returns agents, delegations and routing of the latest completed run; empty without one. Error:
 * `not_found`.
 */
export async function getRunAnalytics(
  context: RequestContext,
  engagementId: string,
): Promise<RunAnalytics> {
  const { services, tenantId } = context;
  const [[run]] = await readOfEngagement<[{ analytics: RunAnalytics }]>(
    services.database,
    tenantId,
    engagementId,
    [
      {
        name: 'select_latest_analytics',
        text: `select analytics from platform.runs where tenant_id = $1 and engagement_id = $2
        and status = 'completed' and analytics is not null order by started_at desc, id desc limit 1`,
        values: [tenantId, engagementId],
      },
    ],
  );
  return run ? withoutCounts(run.analytics) : { agents: [], delegations: [], modelRouting: [] };
}

/** Removes what the observer of the offline model counted, which is no judgement. */
function withoutCounts(analytics: RunAnalytics): RunAnalytics {
  const modelRouting = analytics.modelRouting.map((route) =>
    route.selectedModel === offlineModelId ? { ...route, observerScore: null } : route,
  );
  return { ...analytics, modelRouting };
}

/** The records of a run about one task. */
export interface WorkRecord {
  /** 0 to 100; null where the task has none. */
  score: number | null;
  feedback: string | null;
  /** Null when the run ended without a report, such as a stopped run. */
  routing: RunAnalytics['modelRouting'][number] | null;
}

interface RecordedScore {
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
 * Returns a function that finds a task's score and routing in a run; versions of people have none.
 */
export async function readWorkRecords(
  database: Database,
  tenantId: string,
  runIds: readonly (string | null)[],
): Promise<(runId: string | null, taskId: string | null) => WorkRecord> {
  const ids = [...new Set(runIds.filter((id) => id !== null))];
  const [scores, runs] = await database.batchTenant<[RecordedScore, AnalyticsRow]>(tenantId, [
    {
      name: 'select_scores_of_runs',
      text: `select run_id, task_id, score, feedback from platform.quality_scores
        where tenant_id = $1 and run_id = any($2::text[]) and not offline`,
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
    const routing =
      run && withoutCounts(run.analytics).modelRouting.find((route) => route.taskId === taskId);
    return {
      score: score?.score ?? null,
      feedback: score?.feedback ?? null,
      routing: routing ?? null,
    };
  };
}

export const exportedRuns: ExportPart<RunRow> = {
  name: 'runs',
  page: pageOf('platform.runs', runColumns),
  pageRows: 100,
  toRecord: toRun,
};

interface ExportedScoreRow extends ScoreRow {
  engagement_id: string;
  run_id: string;
}

export const exportedTaskScores: ExportPart<ExportedScoreRow> = {
  name: 'taskScores',
  page: pageOf('platform.quality_scores', `${scoreColumns}, engagement_id, run_id`),
  pageRows: 200,
  toRecord: (row) => ({
    ...toQualityScore(row),
    engagementId: row.engagement_id,
    runId: row.run_id,
  }),
};

interface UnscoredRow {
  id: string;
  engagementId: string;
  runId: string;
  taskId: string;
  taskName: string;
  reason: string;
  createdAt: Date;
}

export const exportedUnscoredTasks: ExportPart<UnscoredRow> = {
  name: 'unscoredTasks',
  page: pageOf(
    'platform.unscored_tasks',
    `id, engagement_id as "engagementId", run_id as "runId", task_id as "taskId", task_name as "taskName", reason,
      created_at as "createdAt"`,
  ),
  pageRows: 200,
  toRecord: (row) => ({ ...row, createdAt: row.createdAt.toISOString() }),
};
