import type { PromptOutputs, Rubric } from '@ecp/model-calls/prompt-types';

/** The evaluator's marks by criterion id. */
export type Marks = PromptOutputs['evaluate']['criteria'];

/** A mark as it is stored. */
export interface DescribedMark {
  id: string;
  name: string;
  score: number;
  weight: number;
  comment: string;
}

/**
 * Returns the score of a deliverable, 0 to 100 with one decimal: the weighted mean of its criteria. The schema of the
 * answer requires one mark for each criterion of the rubric.
 */
export function weightedScore(rubric: Rubric, marks: Marks): number {
  const sum = describeMarks(rubric, marks).reduce((total, { score, weight }) => total + score * weight, 0);
  const weights = rubric.criteria.reduce((total, { weight }) => total + weight, 0);
  return Math.round((sum / weights) * 10) / 10;
}

/**
 * Returns the marks in the rubric's order. Each has the name and weight of its criterion in this version of the rubric,
 * so that the score stays readable when later versions differ. Throws if a criterion has no mark.
 */
export function describeMarks(rubric: Rubric, marks: Marks): DescribedMark[] {
  return rubric.criteria.map(({ id, name, weight }) => {
    const mark = marks[id];
    if (!mark) throw new Error(`The criterion ${id} of the rubric ${rubric.type} has no mark`);
    return { id, name, score: mark.score, weight, comment: mark.comment };
  });
}
