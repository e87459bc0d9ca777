import type { RunFacts } from './facts.ts';
import { inlineText } from './markdown-text.ts';
import { adviseBudget } from './report-problems.ts';
import { sumSpending } from './spending.ts';
import { sumOf } from './sum-and-mean.ts';
import { textsIn } from './texts/texts-in.ts';

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
  return [textsIn(facts.language).texts.advice.exhausted(open, adviseBudget(facts))];
}

function onFailures({ tasks, language }: RunFacts): string[] {
  const failed = tasks.filter(({ state }) => state === 'failed');
  const skipped = tasks.filter(({ state }) => state === 'skipped').length;
  if (failed.length === 0) return [];
  const names = failed.map(({ name }) => inlineText(name));
  return [textsIn(language).texts.advice.failures({ failed: failed.length, skipped, tasks: names })];
}

function onOfflineModel({ calls, offlineModels, language }: RunFacts): string[] {
  const answered = sumOf(calls, 'answered');
  const offline = sumOf(
    calls.filter(({ model }) => offlineModels.has(model)),
    'answered',
  );
  return offline === 0 ? [] : [textsIn(language).texts.advice.offline(offline, answered)];
}

function onLostTries({ calls, lostTries, language }: RunFacts): string[] {
  const { texts, figures } = textsIn(language);
  return sumSpending(calls, ({ model }) => model).flatMap(({ key, tries }) => {
    const lost = sumOf(
      lostTries.filter(({ model }) => model === key),
      'tries',
    );
    if (lost < 2 || lost / tries < lostTriesShare) return [];
    const share = figures.share(lost, tries);
    return [texts.advice.lostTries({ model: inlineText(key), lost, calls: tries, share })];
  });
}

function onUnusableAnswers({ lostTries, language }: RunFacts): string[] {
  const billed = lostTries.filter(({ billing }) => billing === 'billed');
  const answers = sumOf(billed, 'tries');
  const costNanoUsd = sumOf(billed, 'costNanoUsd');
  if (answers === 0) return [];
  const { texts, figures } = textsIn(language);
  const models = [...new Set(billed.map(({ model }) => inlineText(model)))].join(', ');
  return [texts.advice.unusable({ cost: figures.money(costNanoUsd), answers, models })];
}

function onUnknownCost({ lostTries, costNanoUsd, language }: RunFacts): string[] {
  const unknown = lostTries.filter(({ billing }) => billing === 'unknown');
  const counted = sumOf(unknown, 'costNanoUsd');
  if (counted === 0 || counted / costNanoUsd < unknownCostShare) return [];
  const { texts, figures } = textsIn(language);
  const { money, share } = figures;
  return [
    texts.advice.unknownCost({
      counted: money(counted),
      cost: money(costNanoUsd),
      share: share(counted, costNanoUsd),
    }),
  ];
}

function onWaiting({ tasks, startedAtMs, gatheredAtMs, pausedMs, language }: RunFacts): string[] {
  const timed = tasks.flatMap(({ durationMs }) => (durationMs === null ? [] : [durationMs]));
  const activeMs = gatheredAtMs - startedAtMs;
  const workedMs = timed.reduce((sum, durationMs) => sum + durationMs, 0);
  const dependent = tasks.filter(({ dependsOn }) => dependsOn.length > 0).length;
  // A pause also lengthens the tasks, so the figure would be meaningless.
  const isMeaningful = pausedMs === 0 && activeMs >= longRunMs && timed.length >= 3 && dependent >= 2;
  if (!isMeaningful || workedMs / activeMs >= fewTasksAtOnce) return [];
  const { texts, figures } = textsIn(language);
  const atOnce = figures.decimal(workedMs / activeMs, 1);
  return [texts.advice.waiting({ atOnce, duration: figures.duration(activeMs), dependent, tasks: tasks.length })];
}
