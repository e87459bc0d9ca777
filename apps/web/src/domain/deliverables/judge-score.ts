export type Judgement = 'sound' | 'weak' | 'poor';

/** What a mark of 0 to 100 means: the same bounds as those of the verdicts of every rubric. */
export function judgeScore(score: number): Judgement {
  if (score >= 70) return 'sound';
  return score >= 50 ? 'weak' : 'poor';
}
