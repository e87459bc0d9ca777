import { formatUsd, usdToNano } from '@ecp/contract/declaring/money';
import type { ComparedModel, InsightEvidence, InsightKind } from '@ecp/contract/reach/insights';

/** The evidence of each kind of finding. A comparison of models names the preferred one first. */
type EvidenceByKind = {
  [K in InsightKind]: K extends 'model_comparison'
    ? Omit<InsightEvidence<K>, 'models'> & { models: [ComparedModel, ComparedModel] }
    : InsightEvidence<K>;
};

/** A finding with the numbers that it is based on. */
export type FindingOf<K extends InsightKind> = {
  kind: K;
  title: string;
  description: string;
  evidence: EvidenceByKind[K];
};
export type Finding = { [K in InsightKind]: FindingOf<K> }[InsightKind];

/** Rounds a number for people, by default to one decimal. */
export function round(value: number, decimals = 1): number {
  return Number(value.toFixed(decimals));
}

/** Formats a share of 0 to 1 in percent. */
export function formatShare(share: number): string {
  return `${Math.round(share * 100)} %`;
}

export interface Proposal {
  title: string;
  description: string;
  expectedEffect: string;
}

/** A clear lead is worth up to this many times the cost of the other model for every task. */
const hardlyDearer = 1.2;

/** Returns what to do about a finding; null when there is nothing to improve. */
export function proposeImprovement(finding: Finding): Proposal | null {
  switch (finding.kind) {
    case 'model_comparison':
      return finding.evidence.outcome === 'scores_higher'
        ? preferBetterModel(finding.evidence)
        : preferCheaperModel(finding.evidence);
    case 'weak_criterion':
      return strengthenCriterion(finding.evidence);
    case 'agent_sent_back':
      return reconsiderAgent(finding.evidence);
    case 'score_agreement':
      return finding.evidence.outcome === 'agree' ? null : alignRubrics(finding.evidence);
    case 'rubric_agreement':
      return finding.evidence.outcome === 'disagree' ? reviseRubric(finding.evidence) : null;
    case 'cost_trend':
      return finding.evidence.direction === 'falling' ? null : lowerCost(finding.evidence);
    case 'budget_use':
      return adjustBudgets(finding.evidence);
  }
}

function preferBetterModel(evidence: EvidenceByKind['model_comparison']): Proposal {
  const { taskKind, models, scoreDifference, costRatio } = evidence;
  const [better, other] = models;
  const extraUsd = better.meanCostUsd - other.meanCostUsd;
  const cheapEnough = extraUsd <= 0 || (costRatio !== null && costRatio <= hardlyDearer);
  const effect = `About ${scoreDifference} points more for each such task`;
  return {
    title: `Give ${taskKind} tasks to ${better.model}`,
    description: cheapEnough
      ? `It scores higher than ${other.model} at about the same cost or less.`
      : `Use it where the result matters most. It scores higher than ${other.model}, but each task costs more.`,
    expectedEffect:
      extraUsd > 0
        ? `${effect}, for ${formatUsd(usdToNano(extraUsd))} more.`
        : `${effect}, at no higher cost.`,
  };
}

function preferCheaperModel({ taskKind, models }: EvidenceByKind['model_comparison']): Proposal {
  const [cheaper, dearer] = models;
  const savedUsd = dearer.meanCostUsd - cheaper.meanCostUsd;
  return {
    title: `Give ${taskKind} tasks to ${cheaper.model} instead of ${dearer.model}`,
    description: 'The scores of both are too close to matter.',
    expectedEffect: `${formatUsd(usdToNano(savedUsd))} less for each such task, ${formatUsd(usdToNano(savedUsd * dearer.tasks))} over the ${dearer.tasks} tasks of the last year.`,
  };
}

function strengthenCriterion(evidence: EvidenceByKind['weak_criterion']): Proposal {
  const { rubricType, criterion, meanScore, meanOfOtherCriteria } = evidence;
  return {
    title: `Ask for “${criterion}” in ${rubricType} tasks`,
    description: `Say in the brief, the description of the task or the template what “${criterion}” needs, and attach the material for it.`,
    expectedEffect: `Up to ${round(meanOfOtherCriteria - meanScore)} points more on this criterion, the level of the others.`,
  };
}

function reconsiderAgent(evidence: EvidenceByKind['agent_sent_back']): Proposal {
  const { agentSlug, reviewed, sentBack, othersReviewed, othersSentBack } = evidence;
  const saved = sentBack - (reviewed * othersSentBack) / othersReviewed;
  return {
    title: `Give fewer tasks to ${agentSlug}, or describe them more closely`,
    description:
      'Read the notes of the reviews that sent its work back, and name another agent for tasks of that kind.',
    expectedEffect: `At the others’ rate of ${formatShare(othersSentBack / othersReviewed)}, about ${Math.round(saved)} of its ${reviewed} documents would not have been sent back.`,
  };
}

function alignRubrics(evidence: EvidenceByKind['score_agreement']): Proposal {
  return {
    title: 'Let reviews, not scores, decide what goes to clients',
    description:
      'Say in the briefs what reviewers look for. The evaluator judges by brief and rubric and misses it today.',
    expectedEffect: `Scores that separate approved work from sent-back work; today ${evidence.meanScoreApproved} and ${evidence.meanScoreSentBack} on average.`,
  };
}

function reviseRubric({
  rubricType,
  rubricVersion,
  kappa,
  baseRate,
}: EvidenceByKind['rubric_agreement']): Proposal {
  return {
    title: `Let people decide on ${rubricType} documents, and align the rubric with their reviews`,
    description: `Do not use scores of the ${rubricType} rubric, version ${rubricVersion}, instead of a review. Read the documents on which both differ, say in the briefs what reviewers looked for, and have its criteria changed in a new version: agreement is counted for each version separately.`,
    expectedEffect: `Verdicts that agree beyond chance: kappa is ${kappa ?? 0} today, 0.6 counts as substantial; without any rubric, the most common verdict already matches ${formatShare(baseRate ?? 0)}.`,
  };
}

function lowerCost({ recentCostUsd, earlierCostUsd }: EvidenceByKind['cost_trend']): Proposal {
  return {
    title: 'Find out what made approved documents more expensive',
    description:
      'Compare models and numbers of reruns in the run reports of both periods; see the findings on models.',
    expectedEffect: `Up to ${formatUsd(usdToNano(recentCostUsd - earlierCostUsd))} less for each approved document, the earlier level.`,
  };
}

function adjustBudgets({
  outcome,
  engagements,
  exhausted,
  medianShare,
}: EvidenceByKind['budget_use']): Proposal {
  if (outcome === 'too_small') {
    return {
      title: 'Raise the budgets, or plan fewer tasks',
      description:
        'The run reports of the engagements whose budget was exhausted show what their tasks cost.',
      expectedEffect: `Work that is completed: ${exhausted} of ${engagements} engagements were cut short.`,
    };
  }
  return {
    title: 'Lower the budgets of new engagements',
    description: `Half of the engagements spend ${formatShare(medianShare)} of their budget or less; twice that leaves room.`,
    expectedEffect: 'A run that goes wrong is stopped sooner; nothing changes for the others.',
  };
}
