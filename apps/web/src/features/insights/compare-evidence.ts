import { formatShare, formatUsd } from '../../format/format.ts';
import { insightTexts } from '../../texts/en/insights.ts';
import { type Evidence, readList, readNumber, readWords } from './read-evidence.ts';

/** A bar of a comparison. */
interface ComparedBar {
  label: string;
  value: number;
  text: string;
  note?: string;
}

/** A finding as a comparison of few values. */
export interface Comparison {
  label: string;
  /** The longest possible value, where there is one. */
  max?: number;
  bars: ComparedBar[];
}

const { bars: texts } = insightTexts;
const number = (evidence: object, key: string) => readNumber(evidence, key) ?? 0;
const score = (label: string, value: number, note?: string): ComparedBar => ({
  label,
  value,
  text: value.toFixed(1),
  ...(note === undefined ? {} : { note }),
});

/** Two models on the same kind of task, by their mean scores. */
export function compareModels(evidence: Evidence): Comparison {
  const models = readList(evidence, 'models');
  return {
    label: texts.score,
    max: 100,
    bars: models.map((model) =>
      score(
        readWords(model, 'model'),
        number(model, 'meanScore'),
        texts.modelNote(number(model, 'tasks'), formatUsd(number(model, 'meanCostUsd'))),
      ),
    ),
  };
}

/** A criterion of a rubric beside the others. */
export function compareCriterion(evidence: Evidence): Comparison {
  return {
    label: texts.score,
    max: 100,
    bars: [
      score(readWords(evidence, 'criterion'), number(evidence, 'meanScore')),
      score(texts.others, number(evidence, 'meanOfOtherCriteria')),
    ],
  };
}

/** How much of an agent’s work is sent back, beside the others’. */
export function compareAgent(evidence: Evidence): Comparison {
  const rate = (label: string, sentBack: number, reviewed: number) => ({
    label,
    value: reviewed > 0 ? sentBack / reviewed : 0,
    text: formatShare(reviewed > 0 ? sentBack / reviewed : 0),
    note: texts.sentBackNote(sentBack, reviewed),
  });
  return {
    label: texts.sentBack,
    max: 1,
    bars: [
      rate(readWords(evidence, 'agentSlug'), number(evidence, 'sentBack'), number(evidence, 'reviewed')),
      rate(texts.otherAgents, number(evidence, 'othersSentBack'), number(evidence, 'othersReviewed')),
    ],
  };
}

/** Scores of approved and of sent-back work. */
export function compareReviewed(evidence: Evidence): Comparison {
  return {
    label: texts.score,
    max: 100,
    bars: [
      score(texts.approved, number(evidence, 'meanScoreApproved'), texts.count(number(evidence, 'approved'))),
      score(texts.returned, number(evidence, 'meanScoreSentBack'), texts.count(number(evidence, 'sentBack'))),
    ],
  };
}

/** What an approved deliverable cost, now and before. */
export function comparePeriods(evidence: Evidence): Comparison {
  const days = number(evidence, 'periodDays');
  const period = (label: string, cost: number, approved: number) => ({
    label,
    value: cost,
    text: formatUsd(cost),
    note: texts.count(approved),
  });
  return {
    label: texts.cost,
    bars: [
      period(texts.earlier(days), number(evidence, 'earlierCostUsd'), number(evidence, 'approvedBefore')),
      period(texts.recent(days), number(evidence, 'recentCostUsd'), number(evidence, 'approvedRecently')),
    ],
  };
}

/** How engagements used their budgets. */
export function compareBudgets(evidence: Evidence): Comparison {
  const all = number(evidence, 'engagements');
  const count = (label: string, value: number) => ({ label, value, text: String(value) });
  return {
    label: texts.budget,
    max: all,
    bars: [
      count(texts.all, all),
      count(texts.exhausted, number(evidence, 'exhausted')),
      count(texts.belowHalf, number(evidence, 'belowHalf')),
    ],
  };
}
