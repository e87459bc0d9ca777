import { formatUsd } from '@ecp/contract/declaring/money';
import type { RunFacts } from './facts.ts';
import { formatScore, formatShare, mean } from './figures.ts';
import { inlineText } from './markdown-text.ts';

const leftShare = 0.2;
const checkingShare = 0.4;
const consultingShare = 0.25;
const oneTaskShare = 0.5;
/** A task is expensive from this multiple of the mean cost of the other tasks. */
const dearTimes = 2;

/** Applies the rules about spending and the remaining budget. */
export function recommendOnMoney(facts: RunFacts): string[] {
  return [onBudgetLeft, onChecking, onConsulting, onDearTask, onCostWithoutQuality].flatMap((rule) => rule(facts));
}

function onBudgetLeft({ budget, costNanoUsd, tasks }: RunFacts): string[] {
  const leftNanoUsd = Math.max(0, budget.limitNanoUsd - budget.spentNanoUsd - budget.reservedNanoUsd);
  const ended = tasks.some(({ state }) => state === 'exhausted');
  if (ended || costNanoUsd === 0 || leftNanoUsd / budget.limitNanoUsd >= leftShare) return [];
  return [
    `${formatUsd(leftNanoUsd)} of ${formatUsd(budget.limitNanoUsd)} remains (${formatShare(leftNanoUsd, budget.limitNanoUsd)}) ` +
      `and this run cost ${formatUsd(costNanoUsd)}: raise the budget before the next run or rerun.`,
  ];
}

function spentOn({ calls }: RunFacts, purposes: readonly string[]): number {
  return calls.reduce((sum, call) => sum + (purposes.includes(call.purpose) ? call.costNanoUsd : 0), 0);
}

function onChecking(facts: RunFacts): string[] {
  const checked = spentOn(facts, ['observe', 'evaluate']);
  if (facts.costNanoUsd === 0 || checked / facts.costNanoUsd < checkingShare) return [];
  const judges = facts.calls.filter(({ purpose }) => purpose === 'observe' || purpose === 'evaluate');
  const names = [...new Set(judges.map(({ model }) => inlineText(model)))].join(', ');
  return [
    `Observing and evaluating took ${formatUsd(checked)} (${formatShare(checked, facts.costNanoUsd)} of the run) with ${names}: ` +
      'a cheaper standard model in the model catalogue would judge for less.',
  ];
}

function onConsulting(facts: RunFacts): string[] {
  const consulted = spentOn(facts, ['delegate', 'consult']);
  if (facts.costNanoUsd === 0 || consulted / facts.costNanoUsd < consultingShare) return [];
  return [
    `Asking colleagues took ${formatUsd(consulted)} (${formatShare(consulted, facts.costNanoUsd)} of the run): task ` +
      'descriptions that answer the questions in the run report make them unnecessary.',
  ];
}

function onDearTask({ tasks, costNanoUsd }: RunFacts): string[] {
  if (tasks.length < 3 || costNanoUsd === 0) return [];
  return tasks.flatMap(({ name, state, costNanoUsd: spent }) => {
    if (state !== 'completed' || spent / costNanoUsd < oneTaskShare) return [];
    return [
      `"${inlineText(name)}" took ${formatUsd(spent)} (${formatShare(spent, costNanoUsd)} of the run, ${tasks.length} tasks): ` +
        'narrow or split it.',
    ];
  });
}

function onCostWithoutQuality({ tasks }: RunFacts): string[] {
  return tasks.flatMap((task) => {
    const others = tasks.filter((other) => other !== task && other.evaluation !== null);
    const cost = mean(others.map(({ costNanoUsd }) => costNanoUsd));
    const score = mean(others.flatMap(({ evaluation }) => (evaluation ? [evaluation.score] : [])));
    if (!task.evaluation || !cost || score === null) return [];
    if (task.costNanoUsd < cost * dearTimes || task.evaluation.score >= score) return [];
    return [
      `"${inlineText(task.name)}" cost ${formatUsd(task.costNanoUsd)}, ${(task.costNanoUsd / cost).toFixed(1)} times the other ` +
        `tasks' average, and scored ${formatScore(task.evaluation.score)} against their ${formatScore(score)}: ` +
        `${inlineText(task.model ?? 'its model')} was not worth its price for this task.`,
    ];
  });
}
