import type { Insight, InsightOf } from '@ecp/contract/reach/insights';

/** Whether an insight is no finding yet: a rubric with too few reviews, which is listed with the number that it lacks. */
export const isWaiting = (insight: Insight): insight is InsightOf<'rubric_agreement'> =>
  insight.kind === 'rubric_agreement' && insight.evidence.outcome === 'too_few_reviews';
