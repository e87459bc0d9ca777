import { type ExportPart, pageOf } from '../../../kernel/export-part.ts';
import { type ScoreRow, scoreColumns, toQualityScore } from '../../scores/score-rows.ts';
import { type RunRow, runColumns, toRun } from '../records/run-rows.ts';

/** Exports runs and reruns (ACC-2). */
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

/** Exports the scores of tasks (ACC-2). */
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

/** Exports the tasks without a score, beside the arrays of ACC-2. */
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
