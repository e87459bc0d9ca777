import type { RunFacts } from './facts.ts';
import { inlineText } from './markdown-text.ts';
import { mean, sumOf } from './sum-and-mean.ts';
import { textsIn } from './texts/texts-in.ts';

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

function onBudgetLeft({ budget, costNanoUsd, tasks, language }: RunFacts): string[] {
  const leftNanoUsd = Math.max(0, budget.limitNanoUsd - budget.spentNanoUsd - budget.reservedNanoUsd);
  const ended = tasks.some(({ state }) => state === 'exhausted');
  if (ended || costNanoUsd === 0 || leftNanoUsd / budget.limitNanoUsd >= leftShare) return [];
  const { texts, figures } = textsIn(language);
  const { money, share } = figures;
  return [
    texts.advice.budgetLeft({
      left: money(leftNanoUsd),
      limit: money(budget.limitNanoUsd),
      share: share(leftNanoUsd, budget.limitNanoUsd),
      cost: money(costNanoUsd),
    }),
  ];
}

function spentOn({ calls }: RunFacts, purposes: readonly string[]): number {
  return sumOf(
    calls.filter(({ purpose }) => purposes.includes(purpose)),
    'costNanoUsd',
  );
}

function onChecking(facts: RunFacts): string[] {
  const checked = spentOn(facts, ['observe', 'evaluate']);
  if (facts.costNanoUsd === 0 || checked / facts.costNanoUsd < checkingShare) return [];
  const judges = facts.calls.filter(({ purpose }) => purpose === 'observe' || purpose === 'evaluate');
  const models = [...new Set(judges.map(({ model }) => inlineText(model)))].join(', ');
  const { texts, figures } = textsIn(facts.language);
  const share = figures.share(checked, facts.costNanoUsd);
  return [texts.advice.checking({ cost: figures.money(checked), share, models })];
}

function onConsulting(facts: RunFacts): string[] {
  const consulted = spentOn(facts, ['delegate', 'consult']);
  if (facts.costNanoUsd === 0 || consulted / facts.costNanoUsd < consultingShare) return [];
  const { texts, figures } = textsIn(facts.language);
  return [texts.advice.consulting(figures.money(consulted), figures.share(consulted, facts.costNanoUsd))];
}

function onDearTask({ tasks, costNanoUsd, language }: RunFacts): string[] {
  if (tasks.length < 3 || costNanoUsd === 0) return [];
  const { texts, figures } = textsIn(language);
  return tasks.flatMap(({ name, state, costNanoUsd: spent }) => {
    if (state !== 'completed' || spent / costNanoUsd < oneTaskShare) return [];
    const share = figures.share(spent, costNanoUsd);
    return [texts.advice.dearTask({ task: inlineText(name), cost: figures.money(spent), share, tasks: tasks.length })];
  });
}

function onCostWithoutQuality({ tasks, language }: RunFacts): string[] {
  const { texts, figures } = textsIn(language);
  return tasks.flatMap((task) => {
    const others = tasks.filter((other) => other !== task && other.evaluation !== null);
    const cost = mean(others.map(({ costNanoUsd }) => costNanoUsd));
    const score = mean(others.flatMap(({ evaluation }) => (evaluation ? [evaluation.score] : [])));
    if (!task.evaluation || !cost || score === null) return [];
    if (task.costNanoUsd < cost * dearTimes || task.evaluation.score >= score) return [];
    return [
      texts.advice.costWithoutQuality({
        task: inlineText(task.name),
        cost: figures.money(task.costNanoUsd),
        times: figures.decimal(task.costNanoUsd / cost, 1),
        score: figures.score(task.evaluation.score),
        others: figures.score(score),
        model: task.model === null ? null : inlineText(task.model),
      }),
    ];
  });
}
