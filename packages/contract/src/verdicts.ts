/** What a reviewer does with a document, from best to worst (REV-1). */
export const verdicts = ['approve', 'request_revision', 'reject'] as const;
export type Verdict = (typeof verdicts)[number];

/**
 * The scores that stand for a verdict: every criterion of every rubric describes at 70 sound work with gaps and at 50
 * work that misses. One pair for all rubrics, as all are anchored alike.
 */
export const verdictThresholds = { approve: 70, reject: 50 } as const;

/** What the evaluator would have done with a document, by its score of 0 to 100. */
export function verdictOfScore(score: number): Verdict {
  if (score >= verdictThresholds.approve) return 'approve';
  return score < verdictThresholds.reject ? 'reject' : 'request_revision';
}
