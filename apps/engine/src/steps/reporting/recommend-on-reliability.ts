import { formatUsd } from '@ecp/contract/declaring/money';
import type { RunFacts } from './facts.ts';
import { countOf, formatDuration, formatShare } from './figures.ts';
import { inlineText } from './markdown-text.ts';
import { adviseBudget } from './report-problems.ts';
import { sumSpending } from './spending.ts';

const lostTriesShare = 0.1;
const unknownCostShare = 0.05;
/** Below this average of concurrent tasks, tasks ran mostly one after another. */
const fewTasksAtOnce = 1.3;
/** Shorter runs need no advice about waiting. */
const longRunMs = 120_000;

/** Applies the rules about failures, lost calls and waits. */
export function recommendOnReliability(facts: RunFacts): string[] {
  return [onExhaustion, onFailures, onOfflineModel, onLostTries, onUnusableAnswers, onUnknownCost, onWaiting].flatMap(
    (rule) => rule(facts),
  );
}

function onExhaustion(facts: RunFacts): string[] {
  const ended = facts.tasks.filter(({ state }) => state === 'exhausted').length;
  if (ended === 0) return [];
  const open = facts.tasks.filter(({ state }) => state !== 'completed').length;
  return [`The budget was exhausted with ${countOf(open, 'task')} open: ${adviseBudget(facts)}.`];
}

function onFailures({ tasks }: RunFacts): string[] {
  const failed = tasks.filter(({ state }) => state === 'failed');
  const skipped = tasks.filter(({ state }) => state === 'skipped').length;
  if (failed.length === 0) return [];
  const lost = skipped > 0 ? ` and prevented ${countOf(skipped, 'further task')} from starting` : '';
  const names = failed.map(({ name }) => `"${inlineText(name)}"`).join(', ');
  return [`${countOf(failed.length, 'task')} failed${lost}: resolve ${names} first (the run report has the reasons).`];
}

function onOfflineModel({ calls, offlineModels }: RunFacts): string[] {
  const answered = calls.reduce((sum, call) => sum + call.answered, 0);
  const offline = calls.reduce((sum, call) => sum + (offlineModels.has(call.model) ? call.answered : 0), 0);
  if (offline === 0) return [];
  return [
    `${offline} of ${countOf(answered, 'answer')} came from the offline model: connect an LLM provider before these ` +
      'documents go to a client, and budget for costs that this run does not show.',
  ];
}

function onLostTries({ calls, lostTries }: RunFacts): string[] {
  return sumSpending(calls, ({ model }) => model).flatMap(({ key, tries }) => {
    const lost = lostTries.filter(({ model }) => model === key).reduce((sum, entry) => sum + entry.tries, 0);
    if (lost < 2 || lost / tries < lostTriesShare) return [];
    return [
      `${inlineText(key)} gave no usable answer in ${lost} of ${tries} calls (${formatShare(lost, tries)}): check its ` +
        'provider and rate limits, or remove it from the model catalogue.',
    ];
  });
}

function onUnusableAnswers({ lostTries }: RunFacts): string[] {
  const billed = lostTries.filter(({ billing }) => billing === 'billed');
  const tries = billed.reduce((sum, entry) => sum + entry.tries, 0);
  const costNanoUsd = billed.reduce((sum, entry) => sum + entry.costNanoUsd, 0);
  if (tries === 0) return [];
  const names = [...new Set(billed.map(({ model }) => inlineText(model)))].join(', ');
  return [
    `${formatUsd(costNanoUsd)} was paid for ${countOf(tries, 'unusable answer')} of ${names}: a model that follows the ` +
      'requested format would save this cost.',
  ];
}

function onUnknownCost({ lostTries, costNanoUsd }: RunFacts): string[] {
  const unknown = lostTries.filter(({ billing }) => billing === 'unknown');
  const counted = unknown.reduce((sum, entry) => sum + entry.costNanoUsd, 0);
  if (counted === 0 || counted / costNanoUsd < unknownCostShare) return [];
  return [
    `${formatUsd(counted)} of ${formatUsd(costNanoUsd)} (${formatShare(counted, costNanoUsd)}) is the worst case of calls ` +
      "with an unknown outcome: compare it with the provider's invoice, and if the budget is short, raise it by the difference.",
  ];
}

function onWaiting({ tasks, startedAtMs, gatheredAtMs, pausedMs }: RunFacts): string[] {
  const timed = tasks.flatMap(({ durationMs }) => (durationMs === null ? [] : [durationMs]));
  const activeMs = gatheredAtMs - startedAtMs;
  const workedMs = timed.reduce((sum, durationMs) => sum + durationMs, 0);
  const dependent = tasks.filter(({ dependsOn }) => dependsOn.length > 0).length;
  // A pause also lengthens the tasks, so the figure would be meaningless.
  if (
    pausedMs > 0 ||
    activeMs < longRunMs ||
    timed.length < 3 ||
    dependent < 2 ||
    workedMs / activeMs >= fewTasksAtOnce
  )
    return [];
  return [
    `On average ${(workedMs / activeMs).toFixed(1)} tasks ran at once over ${formatDuration(activeMs)}, because ${dependent} of ` +
      `${tasks.length} wait for others: remove dependencies that are not needed.`,
  ];
}
