/** The verdicts of a reviewer, from best to worst. */
export const verdicts = ['approve', 'request_revision', 'reject'] as const;
export type Verdict = (typeof verdicts)[number];

/**
 * The score thresholds of the verdicts. In every criterion of every rubric, 70 describes sound work with gaps, and 50
 * work that misses. All rubrics share the thresholds, because they have the same anchors.
 */
export const verdictThresholds = { approve: 70, reject: 50 } as const;

/** The evaluator's verdict on a document with a score of 0 to 100. */
export function verdictOfScore(score: number): Verdict {
  if (score >= verdictThresholds.approve) return 'approve';
  return score < verdictThresholds.reject ? 'reject' : 'request_revision';
}
