import { verdictThresholds } from '@ecp/contract/values/verdicts';

export type Judgement = 'sound' | 'weak' | 'poor';

/** Says what a score of 0 to 100 means, by the bounds that every rubric has for its verdicts. */
export function judgeScore(score: number): Judgement {
  if (score >= verdictThresholds.approve) return 'sound';
  return score >= verdictThresholds.reject ? 'weak' : 'poor';
}
