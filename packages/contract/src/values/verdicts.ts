/** The verdicts of a reviewer, from best to worst. */
export const verdicts = ['approve', 'request_revision', 'reject'] as const;
export type Verdict = (typeof verdicts)[number];

/**
 * Score thresholds of all rubrics, whose anchors are the same: 70 is sound work with gaps, 50 work
 * that misses.
 */
export const verdictThresholds = { approve: 70, reject: 50 } as const;

/** The evaluator's verdict on a document with a score of 0 to 100. */
export function verdictOfScore(score: number): Verdict {
  if (score >= verdictThresholds.approve) return 'approve';
  return score < verdictThresholds.reject ? 'reject' : 'request_revision';
}
