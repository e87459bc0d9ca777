import type { Rubric } from '@ecp/model-calls/prompt-types';

interface Mark {
  id: string;
  score: number;
  comment: string;
}

/**
 * Returns the marks that count (see weightedScore) in the rubric's order. Each has the name and weight of its criterion in
 * this version of the rubric, so that the score stays readable when later versions differ.
 */
export function describeMarks(
  rubric: Rubric,
  marks: readonly Mark[],
): { id: string; name: string; score: number; weight: number; comment: string }[] {
  return rubric.criteria.flatMap(({ id, name, weight }) => {
    const mark = marks.find((given) => given.id === id && !Number.isNaN(given.score));
    if (!mark) return [];
    return [{ id, name, score: Math.min(100, Math.max(0, mark.score)), weight, comment: mark.comment }];
  });
}
