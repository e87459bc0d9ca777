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
