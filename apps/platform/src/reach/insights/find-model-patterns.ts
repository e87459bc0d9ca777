import { formatUsd, nanoToUsd } from '@ecp/contract/declaring/money';
import type { ComparedModel } from '@ecp/contract/reach/insights';
import { type FindingOf, round } from './finding.ts';
import type { ModelFacts } from './pattern-facts.ts';
import { compareSamples, isSignificantlyGreater } from './sample.ts';

type ModelFinding = FindingOf<'model_comparison'>;

/** Points (of 100) by which a better model must lead, and within which two models count as equal. */
const leastLead = 3;
const equalWithin = 5;
/** A model counts as cheaper when the other costs at least this many times as much. */
const leastSaving = 1.5;
/** The most comparisons for one task kind. */
const mostPerKind = 3;

/** Compares models on tasks of the same kind: which scores higher and at what price, and which saves money. */
export function findModelPatterns(models: readonly ModelFacts[]): ModelFinding[] {
  return [...Map.groupBy(models, ({ taskKind }) => taskKind).values()].flatMap((ofKind) =>
    ofKind
      .flatMap((one, index) => ofKind.slice(index + 1).flatMap((other) => compareModels(one, other) ?? []))
      .sort((a, b) => b.evidence.scoreDifference - a.evidence.scoreDifference)
      .slice(0, mostPerKind),
  );
}

function compareModels(one: ModelFacts, other: ModelFacts): ModelFinding | null {
  const [higher, lower] = one.score.mean >= other.score.mean ? [one, other] : [other, one];
  const scores = compareSamples(higher.score, lower.score);
  if (!scores) return null;
  if (isSignificantlyGreater(scores, leastLead)) return describeLead(higher, lower, scores);
  if (scores.difference + scores.margin >= equalWithin) return null;
  const [cheaper, dearer] = higher.cost.mean <= lower.cost.mean ? [higher, lower] : [lower, higher];
  const costs = compareSamples(dearer.cost, cheaper.cost);
  if (!costs || !isSignificantlyGreater(costs, 1) || dearer.cost.mean < cheaper.cost.mean * leastSaving) return null;
  return describeSaving(cheaper, dearer, scores.margin);
}

const toCompared = ({ model, score, cost }: ModelFacts): ComparedModel => ({
  model,
  tasks: score.count,
  meanScore: round(score.mean),
  meanCostUsd: nanoToUsd(Math.round(cost.mean)),
});
const ratioOf = (a: ModelFacts, b: ModelFacts) => (b.cost.mean > 0 ? round(a.cost.mean / b.cost.mean, 2) : null);
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
