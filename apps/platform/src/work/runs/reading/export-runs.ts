import type { ExportPart } from '../../../kernel/database/export-part.ts';
import { type ScoreRow, scoreColumns, toQualityScore } from '../../scores/score-rows.ts';
import { type RunRow, runColumns, toRun } from '../records/run-rows.ts';

/** Exports runs and reruns (ACC-2). */
export const exportedRuns: ExportPart<RunRow> = {
  name: 'runs',
  page: { text: `select ${runColumns} from platform.runs where tenant_id = $1 and id > $2 order by id limit $3` },
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
  page: {
    text: `select ${scoreColumns}, engagement_id, run_id
    from platform.quality_scores where tenant_id = $1 and id > $2 order by id limit $3`,
  },
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
  page: {
    text: `select id, engagement_id as "engagementId", run_id as "runId", task_id as "taskId", task_name as "taskName",
      reason, created_at as "createdAt"
    from platform.unscored_tasks where tenant_id = $1 and id > $2 order by id limit $3`,
  },
  pageRows: 200,
  toRecord: (row) => ({ ...row, createdAt: row.createdAt.toISOString() }),
};
