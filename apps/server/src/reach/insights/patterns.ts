import { formatUsd, nanoToUsd } from '@ecp/contract/declaring/money';
import type { ComparedModel } from '@ecp/contract/reach/insights';
import { type Verdict, verdicts, verdictThresholds } from '@ecp/contract/values/verdicts';
import { type Finding, type FindingOf, formatShare, round } from './findings.ts';
import {
  type AgentFacts,
  type BudgetFacts,
  type CriterionFacts,
  type ModelFacts,
  type PatternFacts,
  type RubricAgreementFacts,
  trendPeriodDays,
} from './pattern-facts.ts';
import {
  type Agreement,
  compareSamples,
  isSignificantlyGreater,
  measureAgreement,
  minSampleSize,
  wilsonLowerBound,
} from './statistics.ts';

/** Returns all findings that the facts support. */
export function findPatterns(facts: PatternFacts): Finding[] {
  return [
    ...findModelPatterns(facts.models),
    ...findWeakCriteria(facts.criteria),
    ...findSentBackAgents(facts.agents),
    ...findScoreAgreement(facts.reviewedScores),
    ...findRubricAgreement(facts.agreements),
    ...findCostTrend(facts.approvalCosts),
    ...findBudgetUse(facts.budgets),
  ];
}

type ModelFinding = FindingOf<'model_comparison'>;

/**
 * The least lead of a better model, and the greatest distance between two models that count as
 * equal, in points of 100.
 */
const leastLead = 3;
const modelsEqualWithin = 5;
/** A model counts as cheaper when the other costs at least this many times as much. */
const leastSaving = 1.5;
/** The most comparisons for one task kind. */
const mostPerKind = 3;

/**
 * Compares models on tasks of the same kind: which scores higher and at what price, and which saves
 * money.
 */
function findModelPatterns(models: readonly ModelFacts[]): ModelFinding[] {
  return [...Map.groupBy(models, ({ taskKind }) => taskKind).values()].flatMap((ofKind) =>
    ofKind
      .flatMap((one, index) =>
        ofKind.slice(index + 1).flatMap((other) => compareModels(one, other) ?? []),
      )
      .sort((a, b) => b.evidence.scoreDifference - a.evidence.scoreDifference)
      .slice(0, mostPerKind),
  );
}

function compareModels(one: ModelFacts, other: ModelFacts): ModelFinding | null {
  const [higher, lower] = one.score.mean >= other.score.mean ? [one, other] : [other, one];
  const scores = compareSamples(higher.score, lower.score);
  if (!scores) return null;
  if (isSignificantlyGreater(scores, leastLead)) return describeLead(higher, lower, scores);
  if (scores.difference + scores.margin >= modelsEqualWithin) return null;
  const [cheaper, dearer] = higher.cost.mean <= lower.cost.mean ? [higher, lower] : [lower, higher];
  const costs = compareSamples(dearer.cost, cheaper.cost);
  if (
    !costs ||
    !isSignificantlyGreater(costs, 1) ||
    dearer.cost.mean < cheaper.cost.mean * leastSaving
  )
    return null;
  return describeSaving(cheaper, dearer, scores.margin);
}

const toCompared = ({ model, score, cost }: ModelFacts): ComparedModel => ({
  model,
  tasks: score.count,
  meanScore: round(score.mean),
  meanCostUsd: nanoToUsd(Math.round(cost.mean)),
});
const ratioOf = (a: ModelFacts, b: ModelFacts) =>
  b.cost.mean > 0 ? round(a.cost.mean / b.cost.mean, 2) : null;
const priceOf = ({ cost }: ModelFacts) => formatUsd(cost.mean);
const countOf = (a: ModelFacts, b: ModelFacts) => `${a.score.count} and ${b.score.count} tasks`;

function describeLead(
  higher: ModelFacts,
  lower: ModelFacts,
  { difference, margin }: { difference: number; margin: number },
): ModelFinding {
  const { taskKind } = higher;
  const costRatio = ratioOf(higher, lower);
  const price =
    costRatio === null
      ? `at ${priceOf(higher)} a task, where ${lower.model} costs nothing`
      : `at ${costRatio} times the cost (${priceOf(higher)} against ${priceOf(lower)} a task)`;
  return {
    kind: 'model_comparison',
    title: `${higher.model} scores ${round(difference)} points higher than ${lower.model} on ${taskKind} tasks`,
    description: `Mean scores are ${round(higher.score.mean)} and ${round(lower.score.mean)} over ${countOf(higher, lower)}, ${higher.cost.mean === 0 && costRatio === null ? 'both free' : price}. Chance alone explains up to ${round(margin)} points.`,
    evidence: {
      outcome: 'scores_higher',
      taskKind,
      models: [toCompared(higher), toCompared(lower)],
      scoreDifference: round(difference),
      margin: round(margin),
      costRatio,
    },
  };
}

function describeSaving(cheaper: ModelFacts, dearer: ModelFacts, margin: number): ModelFinding {
  const { taskKind } = cheaper;
  const difference = cheaper.score.mean - dearer.score.mean;
  return {
    kind: 'model_comparison',
    title: `${cheaper.model} is as good as ${dearer.model} on ${taskKind} tasks and costs less`,
    description: `Mean scores are ${round(cheaper.score.mean)} and ${round(dearer.score.mean)} over ${countOf(cheaper, dearer)}, too close to matter; a task costs ${priceOf(cheaper)} instead of ${priceOf(dearer)}.`,
    evidence: {
      outcome: 'as_good_and_cheaper',
      taskKind,
      models: [toCompared(cheaper), toCompared(dearer)],
      scoreDifference: round(difference),
      margin: round(margin),
      costRatio: ratioOf(cheaper, dearer),
    },
  };
}

/** Points (of 100) by which a weak criterion is below the others of its rubric. */
const weakBelow = 5;
/** How much higher an agent's share of sent-back work must be than that of the others. */
const sentBackAbove = 0.1;
/**
 * Scores separate approved work from work that was sent back if their difference is clearly above
 * the first limit, and do not if it is clearly below the second, in points of 100.
 */
const tellsApart = 3;
const scoresEqualWithin = 5;

/**
 * Finds the criterion of each rubric that is lowest more often than by chance, and clearly lower.
 */
function findWeakCriteria(criteria: readonly CriterionFacts[]): FindingOf<'weak_criterion'>[] {
  return [...Map.groupBy(criteria, ({ rubricType }) => rubricType).values()].flatMap((ofRubric) => {
    const [weakest] = ofRubric.toSorted((a, b) => a.score.mean - b.score.mean);
    const others = ofRubric.filter((criterion) => criterion !== weakest);
    if (!weakest || others.length === 0) return [];
    const judged = others.reduce((sum, { score }) => sum + score.count, 0);
    const meanOfOthers =
      others.reduce((sum, { score }) => sum + score.mean * score.count, 0) / judged;
    const often = wilsonLowerBound(weakest.lowest, weakest.score.count) > 1 / ofRubric.length;
    if (!often || meanOfOthers - weakest.score.mean < weakBelow) return [];
    return [describeWeakness(weakest, meanOfOthers)];
  });
}

function describeWeakness(
  { rubricType, criterion, score, lowest }: CriterionFacts,
  meanOfOthers: number,
) {
  return {
    kind: 'weak_criterion' as const,
    title: `“${criterion}” is the weak point of ${rubricType} documents`,
    description: `It scored lowest in ${lowest} of ${score.count} documents, ${round(score.mean)} on average, where the other criteria of the rubric reach ${round(meanOfOthers)}.`,
    evidence: {
      rubricType,
      criterion,
      deliverables: score.count,
      lowestIn: lowest,
      meanScore: round(score.mean),
      meanOfOtherCriteria: round(meanOfOthers),
    },
  };
}

/**
 * Finds agents whose deliverables are sent back more often than those of all others together, the
 * worst first.
 */
function findSentBackAgents(agents: readonly AgentFacts[]): FindingOf<'agent_sent_back'>[] {
  const reviewed = agents.reduce((sum, agent) => sum + agent.reviewed, 0);
  const sentBack = agents.reduce((sum, agent) => sum + agent.sentBack, 0);
  const shareOf = (agent: AgentFacts) => agent.sentBack / agent.reviewed;
  return agents
    .toSorted((a, b) => shareOf(b) - shareOf(a))
    .flatMap((agent) => {
      const others = { reviewed: reviewed - agent.reviewed, sentBack: sentBack - agent.sentBack };
      if (others.reviewed < minSampleSize) return [];
      const othersShare = others.sentBack / others.reviewed;
      const clearly = wilsonLowerBound(agent.sentBack, agent.reviewed) > othersShare;
      return clearly && shareOf(agent) - othersShare >= sentBackAbove
        ? [describeAgent(agent, others)]
        : [];
    });
}

function describeAgent(agent: AgentFacts, others: { reviewed: number; sentBack: number }) {
  return {
    kind: 'agent_sent_back' as const,
    title: `Documents of ${agent.agentSlug} are sent back more often than others`,
    description: `Reviewers sent back ${agent.sentBack} of ${agent.reviewed} (${formatShare(agent.sentBack / agent.reviewed)}); of all other agents ${others.sentBack} of ${others.reviewed} (${formatShare(others.sentBack / others.reviewed)}).`,
    evidence: { ...agent, othersReviewed: others.reviewed, othersSentBack: others.sentBack },
  };
}

function findScoreAgreement({
  approved,
  sentBack,
}: PatternFacts['reviewedScores']): FindingOf<'score_agreement'>[] {
  const scores = compareSamples(approved, sentBack);
  if (!scores) return [];
  const agree = isSignificantlyGreater(scores, tellsApart);
  if (!agree && scores.difference + scores.margin >= scoresEqualWithin) return [];
  const means = `${round(approved.mean)} on average for ${approved.count} approved documents, ${round(sentBack.mean)} for ${sentBack.count} that were sent back`;
  return [
    {
      kind: 'score_agreement',
      title: agree
        ? 'Quality scores agree with the reviews'
        : 'Quality scores do not separate approved work from sent-back work',
      description: `Scores are ${means}. Chance alone explains up to ${round(scores.margin)} points.`,
      evidence: {
        outcome: agree ? 'agree' : 'no_difference',
        approved: approved.count,
        sentBack: sentBack.count,
        meanScoreApproved: round(approved.mean),
        meanScoreSentBack: round(sentBack.mean),
        margin: round(scores.margin),
      },
    },
  ];
}

type AgreementFinding = FindingOf<'rubric_agreement'>;
type Outcome = AgreementFinding['evidence']['outcome'];

/** Fewer reviewed deliverables allow no conclusion: with 20, kappa is uncertain by about 0.3. */
const leastReviewed = 20;
/**
 * Usual thresholds of kappa (Landis and Koch 1977): substantial from the first, at most fair below
 * the second.
 */
const substantial = 0.6;
const fair = 0.4;

/**
 * Finds whether a rubric version's verdicts agree with people's, by plain kappa beside the base
 * rate, because each verdict has its own consequence; weighted kappa is given too. Versions with
 * few reviews come last.
 */
export function findRubricAgreement(facts: readonly RubricAgreementFacts[]): AgreementFinding[] {
  const findings = facts.map((rubric) => describeAgreement(rubric, measureAgreement(rubric.table)));
  const isOpen = ({ evidence }: AgreementFinding) => evidence.outcome === 'too_few_reviews';
  return [...findings.filter((finding) => !isOpen(finding)), ...findings.filter(isOpen)];
}

function conclude({ count, kappa, margin }: Agreement): Outcome {
  if (count < leastReviewed) return 'too_few_reviews';
  if (kappa === null || margin === null) return 'unclear';
  if (kappa >= substantial && kappa - margin >= fair) return 'agree';
  return kappa < fair && kappa + margin < substantial ? 'disagree' : 'unclear';
}

function describeAgreement(
  { rubricType, rubricVersion, table }: RubricAgreementFacts,
  measured: Agreement,
): AgreementFinding {
  const outcome = conclude(measured);
  const isConcluded = outcome !== 'too_few_reviews';
  const known = (value: number | null) => (isConcluded && value !== null ? round(value, 3) : null);
  return {
    kind: 'rubric_agreement',
    title: agreementTitle(outcome, `${rubricType} rubric, version ${rubricVersion}`),
    description: isConcluded ? describeFigures(table, measured) : describeLack(measured.count),
    evidence: {
      outcome,
      rubricType,
      rubricVersion,
      reviewed: measured.count,
      leastReviewed,
      observedAgreement: known(measured.observed),
      baseRate: known(measured.baseRate),
      kappa: known(measured.kappa),
      weightedKappa: known(measured.weightedKappa),
      margin: known(measured.margin),
      thresholds: { ...verdictThresholds },
      verdicts: verdictPairs(table).map(({ evaluator, reviewer, count }) => ({
        evaluator,
        reviewer,
        count,
      })),
    },
  };
}

function agreementTitle(outcome: Outcome, rubric: string): string {
  switch (outcome) {
    case 'agree':
      return `Evaluator and reviewers agree: ${rubric}`;
    case 'disagree':
      return `Evaluator and reviewers disagree: ${rubric}`;
    case 'unclear':
      return `It is unclear whether evaluator and reviewers agree: ${rubric}`;
    case 'too_few_reviews':
      return `Too few reviews to compare evaluator and reviewers: ${rubric}`;
  }
}

const describeLack = (count: number) =>
  `${count} of its scored documents ${count === 1 ? 'has' : 'have'} been reviewed; fewer than ${leastReviewed} allow no conclusion.`;

function describeFigures(table: RubricAgreementFacts['table'], measured: Agreement): string {
  const { count, observed, baseRate, kappa, margin } = measured;
  const alike = `On ${Math.round(observed * count)} of ${count} reviewed documents (${formatShare(observed)}) both gave the same verdict; always giving the reviewers’ most common one would match ${formatShare(baseRate)}.`;
  const beyond =
    kappa === null || margin === null
      ? 'Both gave the same verdict to all, so agreement cannot be distinguished from chance.'
      : `Cohen’s kappa is ${kappa.toFixed(2)} ± ${margin.toFixed(2)}, where 1 is full agreement and 0 is chance.`;
  const scale = `Scores from ${verdictThresholds.approve} count as approve, below ${verdictThresholds.reject} as reject.`;
  return [alike, beyond, scale, ...describeWorst(table)].join(' ');
}

const would: Record<Verdict, string> = {
  approve: 'would approve',
  request_revision: 'would request a revision of',
  reject: 'would reject',
};
const did: Record<Verdict, string> = {
  approve: 'reviewers approved',
  request_revision: 'reviewers sent back for revision',
  reject: 'reviewers rejected',
};

function describeWorst(table: RubricAgreementFacts['table']): string[] {
  const [worst] = verdictPairs(table)
    .filter(({ evaluator, reviewer }) => evaluator !== reviewer)
    .sort((a, b) => b.count - a.count);
  if (!worst) return [];
  return [
    `Most frequent difference: the evaluator ${would[worst.evaluator]} ${worst.count} that ${did[worst.reviewer]}.`,
  ];
}

/**
 * Returns the pairs of verdicts that occurred; rows are the evaluator's, columns the reviewers'.
 */
function verdictPairs(table: RubricAgreementFacts['table']) {
  return verdicts.flatMap((evaluator, row) =>
    verdicts.flatMap((reviewer, column) => {
      const count = table[row]?.[column] ?? 0;
      return count > 0 ? [{ evaluator, reviewer, count }] : [];
    }),
  );
}

/** The least change of the cost of an approved deliverable, up or down, that is a trend. */
const leastChange = 1.25;
/**
 * Budgets are too small when more than this share of the engagements exhausted theirs, chance
 * excluded.
 */
const exhaustedAbove = 0.1;
/**
 * Budgets are mostly unused when more than this share of the engagements spent less than half of
 * theirs.
 */
const unusedAbove = 0.5;

/**
 * Finds whether an approved deliverable costs more or less than in the period before, with all its
 * attempts.
 */
function findCostTrend({
  recent,
  earlier,
}: PatternFacts['approvalCosts']): FindingOf<'cost_trend'>[] {
  const rising = recent.mean >= earlier.mean;
  const [higher, lower] = rising ? [recent, earlier] : [earlier, recent];
  const costs = compareSamples(higher, lower);
  if (!costs || !isSignificantlyGreater(costs, 1) || higher.mean < lower.mean * leastChange)
    return [];
  const recently = `${formatUsd(recent.mean)} in the last ${trendPeriodDays} days (${recent.count} documents)`;
  return [
    {
      kind: 'cost_trend',
      title: `An approved document costs ${rising ? 'more' : 'less'} than before`,
      description: `It cost ${recently}, and ${formatUsd(earlier.mean)} in the ${trendPeriodDays} days before (${earlier.count}), including all attempts at it.`,
      evidence: {
        direction: rising ? 'rising' : 'falling',
        periodDays: trendPeriodDays,
        approvedRecently: recent.count,
        approvedBefore: earlier.count,
        recentCostUsd: nanoToUsd(Math.round(recent.mean)),
        earlierCostUsd: nanoToUsd(Math.round(earlier.mean)),
        marginUsd: nanoToUsd(Math.round(costs.margin)),
      },
    },
  ];
}

/** Finds whether budgets end work too early or are far above what is spent. */
function findBudgetUse(budgets: BudgetFacts): FindingOf<'budget_use'>[] {
  const { engagements, exhausted, belowHalf, medianShare } = budgets;
  const evidence = { engagements, exhausted, belowHalf, medianShare: round(medianShare, 3) };
  if (wilsonLowerBound(exhausted, engagements) > exhaustedAbove) {
    return [
      {
        kind: 'budget_use',
        title: 'Budgets end runs before their work is done',
        description: `${exhausted} of ${engagements} engagements (${formatShare(exhausted / engagements)}) had a run that failed because the budget was exhausted.`,
        evidence: { outcome: 'too_small', ...evidence },
      },
    ];
  }
  if (wilsonLowerBound(belowHalf, engagements) <= unusedAbove) return [];
  return [
    {
      kind: 'budget_use',
      title: 'Most budgets are largely unused',
      description: `${belowHalf} of ${engagements} engagements spent less than half of their budget; the median engagement spent ${formatShare(medianShare)}.`,
      evidence: { outcome: 'mostly_unused', ...evidence },
    },
  ];
}
