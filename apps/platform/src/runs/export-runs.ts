import type { ExportPart } from '../account/export-part.ts';
import { type RunRow, runColumns, toRun } from './run-rows.ts';

/** Runs and reruns (specification, Account: Export). */
export const exportedRuns: ExportPart<RunRow> = {
  name: 'runs',
  page: `select ${runColumns} from platform.runs where tenant_id = $1 and id > $2 order by id limit $3`,
  pageRows: 100,
  toRecord: toRun,
};

interface ScoreRow {
  id: string;
  engagement_id: string;
  run_id: string;
  task_id: string;
  task_name: string;
  score: number;
  rubric_type: string;
  rubric_version: number;
  criteria: unknown;
  feedback: string;
  created_at: Date;
}

/** Scores of tasks (specification, Quality score). */
export const exportedTaskScores: ExportPart<ScoreRow> = {
  name: 'taskScores',
  page: `select id, engagement_id, run_id, task_id, task_name, score, rubric_type, rubric_version, feedback, criteria, created_at
    from platform.quality_scores where tenant_id = $1 and id > $2 order by id limit $3`,
  pageRows: 200,
  toRecord: (row) => ({
    id: row.id,
    engagementId: row.engagement_id,
    runId: row.run_id,
    taskId: row.task_id,
    taskName: row.task_name,
    score: row.score,
    rubricType: row.rubric_type,
    rubricVersion: row.rubric_version,
    criteria: row.criteria,
    feedback: row.feedback,
    createdAt: row.created_at.toISOString(),
  }),
};
