import type { RunQuality } from '@ecp/contract/work/runs';

type QualityScore = RunQuality['scores'][number];

/** The columns of ScoreRow, for select lists. */
export const scoreColumns =
  'id, task_id, task_name, score, rubric_type, rubric_version, feedback, criteria, created_at';

export interface ScoreRow {
  id: string;
  task_id: string;
  task_name: string;
  score: number;
  rubric_type: string;
  rubric_version: number;
  criteria: QualityScore['criteria'];
  feedback: string;
  created_at: Date;
}

/** Turns a row into the wire form (QUA-2). */
export const toQualityScore = (row: ScoreRow): QualityScore => ({
  id: row.id,
  taskId: row.task_id,
  taskName: row.task_name,
  score: row.score,
  rubricType: row.rubric_type,
  rubricVersion: row.rubric_version,
  criteria: row.criteria,
  feedback: row.feedback,
  createdAt: row.created_at.toISOString(),
});
