export type Judgement = 'sound' | 'weak' | 'poor';

/** Says what a score of 0 to 100 means, by the bounds that every rubric has for its verdicts. */
export function judgeScore(score: number): Judgement {
  if (score >= 70) return 'sound';
  return score >= 50 ? 'weak' : 'poor';
}
