import type { Insight, InsightEvidence } from '@ecp/contract/reach/insights';
import { formatShare, formatUsd } from '../../format/format.ts';
import { firmAnalyticsTexts } from './texts.ts';

/** Returns the values that a finding compares as bars; null for an agreement, which has its own chart. */
export function toBars(insight: Insight): FindingComparison | null {
  switch (insight.kind) {
    case 'model_comparison':
      return compareModels(insight.evidence);
    case 'weak_criterion':
      return compareCriterion(insight.evidence);
    case 'agent_sent_back':
      return compareAgent(insight.evidence);
    case 'score_agreement':
      return compareReviewed(insight.evidence);
    case 'cost_trend':
      return comparePeriods(insight.evidence);
    case 'budget_use':
      return compareBudgets(insight.evidence);
    case 'rubric_agreement':
      return null;
  }
}

interface ComparedBar {
  label: string;
  value: number;
  text: string;
  note?: string;
}

interface FindingComparison {
  label: string;
  max?: number;
  bars: ComparedBar[];
}

const { bars: texts } = firmAnalyticsTexts;
const score = (label: string, value: number, note?: string): ComparedBar => ({
  label,
  value,
  text: value.toFixed(1),
  ...(note === undefined ? {} : { note }),
});

function compareModels({ models }: InsightEvidence<'model_comparison'>): FindingComparison {
  return {
    label: texts.score,
    max: 100,
    bars: models.map(({ model, tasks, meanScore, meanCostUsd }) =>
      score(model, meanScore, texts.modelNote(tasks, formatUsd(meanCostUsd))),
    ),
  };
}

function compareCriterion(evidence: InsightEvidence<'weak_criterion'>): FindingComparison {
  const { criterion, meanScore, meanOfOtherCriteria } = evidence;
  return {
    label: texts.score,
    max: 100,
    bars: [score(criterion, meanScore), score(texts.others, meanOfOtherCriteria)],
  };
}

function compareAgent(evidence: InsightEvidence<'agent_sent_back'>): FindingComparison {
  const rate = (label: string, sentBack: number, reviewed: number) => {
    const share = reviewed > 0 ? sentBack / reviewed : 0;
    return { label, value: share, text: formatShare(share), note: texts.sentBackNote(sentBack, reviewed) };
  };
  return {
    label: texts.sentBack,
    max: 1,
    bars: [
      rate(evidence.agentSlug, evidence.sentBack, evidence.reviewed),
      rate(texts.otherAgents, evidence.othersSentBack, evidence.othersReviewed),
    ],
  };
}

function compareReviewed(evidence: InsightEvidence<'score_agreement'>): FindingComparison {
  return {
    label: texts.score,
    max: 100,
    bars: [
      score(texts.approved, evidence.meanScoreApproved, texts.count(evidence.approved)),
      score(texts.returned, evidence.meanScoreSentBack, texts.count(evidence.sentBack)),
    ],
  };
}

function comparePeriods(evidence: InsightEvidence<'cost_trend'>): FindingComparison {
  const { periodDays, earlierCostUsd, approvedBefore, recentCostUsd, approvedRecently } = evidence;
  const period = (label: string, cost: number, approved: number) => ({
    label,
    value: cost,
    text: formatUsd(cost),
    note: texts.count(approved),
  });
  return {
    label: texts.cost,
    bars: [
      period(texts.earlier(periodDays), earlierCostUsd, approvedBefore),
      period(texts.recent(periodDays), recentCostUsd, approvedRecently),
    ],
  };
}

function compareBudgets({ engagements, exhausted, belowHalf }: InsightEvidence<'budget_use'>): FindingComparison {
  const count = (label: string, value: number) => ({ label, value, text: String(value) });
  return {
    label: texts.budget,
    max: engagements,
    bars: [count(texts.all, engagements), count(texts.exhausted, exhausted), count(texts.belowHalf, belowHalf)],
  };
}
