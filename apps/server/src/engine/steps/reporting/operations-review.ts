import {
  inlineText,
  kindName,
  right,
  textsIn,
  writeList,
  writeSection,
  writeTable,
} from './report-text.ts';
import { type CallFacts, mean, type RunFacts, sumOf, type TaskFacts } from './run-facts.ts';
import { adviseBudget, purposeName, type SpendingTotal, sumSpending } from './run-report.ts';

const lowestCriteria = 5;

/**
 * Writes `_operations_review.md` on the use of money and time, losses and the cost of quality, with
 * recommendations.
 */
export function writeOperationsReview(facts: RunFacts): string {
  const { texts, say } = textsIn(facts.language);
  const { title, sections: titles, noAdvice } = texts.review;
  const { purpose, model, agent } = texts.columns;
  const advice = recommend(facts);
  const agentName = (slug: string) => facts.agents.get(slug)?.name ?? slug;
  const purposeOf = (call: CallFacts) => purposeName(call.purpose, texts);
  const sections = [
    `# ${say(title, { engagement: inlineText(facts.engagement.name) })}`,
    summarize(facts),
    ...writeSection(titles.advice, advice.length > 0 ? writeList(advice) : noAdvice),
    ...writeSection(titles.byPurpose, writeSpending(facts, purpose, purposeOf)),
    ...writeSection(
      titles.byModel,
      writeSpending(facts, model, (call) => call.model),
    ),
    ...writeSection(
      titles.byAgent,
      writeSpending(facts, agent, ({ agentSlug }) => agentName(agentSlug)),
    ),
    ...writeSection(titles.retries, writeLostTries(facts)),
    ...writeSection(titles.quality, writeQuality(facts)),
    ...writeSection(titles.criteria, writeCriteria(facts)),
  ];
  return `${sections.join('\n\n')}\n`;
}

function summarize({
  calls,
  costNanoUsd,
  startedAtMs,
  gatheredAtMs,
  pausedMs,
  tasks,
  language,
}: RunFacts): string {
  const { texts, figures, say } = textsIn(language);
  const modelMs = sumOf(calls, 'durationMs');
  const activeMs = Math.max(0, gatheredAtMs - startedAtMs - pausedMs);
  const timed = tasks.flatMap(({ name, durationMs }) =>
    durationMs === null ? [] : [{ name, durationMs }],
  );
  const [longest] = timed.sort((a, b) => b.durationMs - a.durationMs);
  return say(texts.review.summary, {
    calls: sumOf(calls, 'tries'),
    answered: sumOf(calls, 'answered'),
    cost: figures.money(costNanoUsd),
    work: figures.duration(activeMs),
    paused: pausedMs > 0 ? figures.duration(pausedMs) : null,
    modelTime: figures.duration(modelMs),
    atOnce: activeMs > 0 ? figures.decimal(modelMs / activeMs, 1) : null,
    longest: longest ? inlineText(longest.name) : null,
    longestTime: longest ? figures.duration(longest.durationMs) : null,
  });
}

function writeSpending(
  facts: RunFacts,
  title: string,
  keyOf: Parameters<typeof sumSpending>[1],
): string {
  const { texts, figures } = textsIn(facts.language);
  const rows = sumSpending(facts.calls, keyOf).map((spending: SpendingTotal) => [
    inlineText(spending.key),
    figures.count(spending.tries),
    figures.count(spending.answered),
    figures.money(spending.costNanoUsd),
    figures.share(spending.costNanoUsd, facts.costNanoUsd),
    figures.count(spending.inputTokens),
    figures.count(spending.outputTokens),
    figures.duration(spending.durationMs),
  ]);
  const { calls, answered, cost, share, tokensIn, tokensOut, modelTime } = texts.columns;
  const columns = [
    title,
    ...[calls, answered, cost, share, tokensIn, tokensOut, modelTime].map(right),
  ];
  return rows.length === 0 ? texts.review.noCall : writeTable(columns, rows);
}

function writeLostTries({ lostTries, calls: made, language }: RunFacts): string {
  const { texts, figures, say } = textsIn(language);
  const calls = sumOf(made, 'tries');
  const retries = sumOf(made, 'retries');
  const lost = sumOf(lostTries, 'tries');
  if (lost === 0) return texts.review.allAnswered;
  const kinds = Map.groupBy(lostTries, ({ billing, model, error }) =>
    JSON.stringify([billing, model, error]),
  );
  const rows = [...kinds.values()]
    .map((entries) => ({
      entry: entries[0],
      tries: sumOf(entries, 'tries'),
      costNanoUsd: sumOf(entries, 'costNanoUsd'),
    }))
    .sort((a, b) => b.tries - a.tries)
    .flatMap(({ entry, tries, costNanoUsd }) => {
      if (!entry) return [];
      const { error, model, billing } = entry;
      const words = [inlineText(error), inlineText(model), texts.review.billing[billing]];
      return [[...words, figures.count(tries), figures.money(costNanoUsd)]];
    });
  const { happened, model, billing, calls: number, cost } = texts.columns;
  const table = writeTable([happened, model, billing, right(number), right(cost)], rows);
  const said = say(texts.review.lost, { lost, calls, share: figures.share(lost, calls), retries });
  return `${said}\n\n${table}`;
}

function writeQuality({ tasks, language }: RunFacts): string {
  const { texts, figures } = textsIn(language);
  const rows = tasks
    .filter(({ evaluation, observerScore }) => evaluation !== null || observerScore !== null)
    .sort((a, b) => (b.evaluation?.score ?? -1) - (a.evaluation?.score ?? -1))
    .map(({ name, model, observerScore, evaluation, costNanoUsd }) => [
      inlineText(name),
      inlineText(model ?? '–'),
      figures.score(evaluation?.score ?? null),
      figures.score(observerScore),
      figures.money(costNanoUsd),
      evaluation && evaluation.score > 0
        ? figures.money(Math.round((costNanoUsd * 10) / evaluation.score))
        : '–',
    ]);
  if (rows.length === 0) return texts.review.noScore;
  const { task, model, evaluation, observer, cost, costPerPoints } = texts.columns;
  return writeTable([task, model, ...[evaluation, observer, cost, costPerPoints].map(right)], rows);
}

function writeCriteria({ tasks, language }: RunFacts): string {
  const { texts, figures } = textsIn(language);
  const rows = tasks
    .flatMap(({ name, evaluation }) =>
      (evaluation?.criteria ?? []).map((criterion) => ({
        ...criterion,
        name,
        kind: evaluation?.rubricType ?? '',
      })),
    )
    .sort((a, b) => a.score - b.score)
    .slice(0, lowestCriteria)
    .map(({ name, kind, id, score, comment }) => [
      inlineText(id),
      kindName(kind, texts),
      inlineText(name),
      figures.score(score),
      inlineText(comment),
    ]);
  if (rows.length === 0) return texts.review.noCriterion;
  const { criterion, rubric, task, score, comment } = texts.columns;
  return writeTable([criterion, rubric, task, right(score), comment], rows);
}

/** Derives recommendations by fixed rules, one line each, with the number that triggered it. */
export function recommend(facts: RunFacts): string[] {
  const words = textsIn(facts.language);
  return rules.flatMap((rule) => rule(facts, words));
}

type Words = ReturnType<typeof textsIn>;
type Rule = (facts: RunFacts, words: Words) => string[];

const leftShare = 0.2;
const checkingShare = 0.4;
const consultingShare = 0.25;
const oneTaskShare = 0.5;
/** Multiple of the mean cost of the other tasks from which a task is expensive. */
const dearTimes = 2;

function onBudgetLeft(
  { budget, costNanoUsd, tasks }: RunFacts,
  { texts, figures, say }: Words,
): string[] {
  const leftNanoUsd = Math.max(
    0,
    budget.limitNanoUsd - budget.spentNanoUsd - budget.reservedNanoUsd,
  );
  const ended = tasks.some(({ state }) => state === 'exhausted');
  if (ended || costNanoUsd === 0 || leftNanoUsd / budget.limitNanoUsd >= leftShare) return [];
  const { money, share } = figures;
  return [
    say(texts.advice.budgetLeft, {
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

function onChecking(facts: RunFacts, { texts, figures, say }: Words): string[] {
  const checked = spentOn(facts, ['observe', 'evaluate']);
  if (facts.costNanoUsd === 0 || checked / facts.costNanoUsd < checkingShare) return [];
  const judges = facts.calls.filter(
    ({ purpose }) => purpose === 'observe' || purpose === 'evaluate',
  );
  const models = [...new Set(judges.map(({ model }) => inlineText(model)))].join(', ');
  const share = figures.share(checked, facts.costNanoUsd);
  return [say(texts.advice.checking, { cost: figures.money(checked), share, models })];
}

function onConsulting(facts: RunFacts, { texts, figures, say }: Words): string[] {
  const consulted = spentOn(facts, ['delegate', 'consult']);
  if (facts.costNanoUsd === 0 || consulted / facts.costNanoUsd < consultingShare) return [];
  return [
    say(texts.advice.consulting, {
      cost: figures.money(consulted),
      share: figures.share(consulted, facts.costNanoUsd),
    }),
  ];
}

function onDearTask({ tasks, costNanoUsd }: RunFacts, { texts, figures, say }: Words): string[] {
  if (tasks.length < 3 || costNanoUsd === 0) return [];
  return tasks.flatMap(({ name, state, costNanoUsd: spent }) => {
    if (state !== 'completed' || spent / costNanoUsd < oneTaskShare) return [];
    const share = figures.share(spent, costNanoUsd);
    return [
      say(texts.advice.dearTask, {
        task: inlineText(name),
        cost: figures.money(spent),
        share,
        tasks: tasks.length,
      }),
    ];
  });
}

function onCostWithoutQuality({ tasks }: RunFacts, { texts, figures, say }: Words): string[] {
  return tasks.flatMap((task) => {
    const others = tasks.filter((other) => other !== task && other.evaluation !== null);
    const cost = mean(others.map(({ costNanoUsd }) => costNanoUsd));
    const score = mean(others.flatMap(({ evaluation }) => (evaluation ? [evaluation.score] : [])));
    if (!task.evaluation || !cost || score === null) return [];
    if (task.costNanoUsd < cost * dearTimes || task.evaluation.score >= score) return [];
    return [
      say(texts.advice.costWithoutQuality, {
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

/** Score below which a reader will notice gaps; the rubrics describe 70 as sound work with gaps. */
const weakScore = 70;
/** Sets the least number of points between observer and evaluator that count as a disagreement. */
const disagreement = 15;
const revisedShare = 0.5;
/** Limits the tasks that one rule names, the worst first. The table of the review lists all. */
const namedTasks = 5;

function onWeakTasks({ tasks }: RunFacts, { texts, figures, say }: Words): string[] {
  return tasks
    .flatMap(({ name, filename, evaluation }) =>
      evaluation ? [{ name, filename, ...evaluation }] : [],
    )
    .filter(({ score }) => score < weakScore)
    .sort((a, b) => a.score - b.score)
    .slice(0, namedTasks)
    .map(({ name, filename, score, criteria }) => {
      const [lowest] = criteria.toSorted((a, b) => a.score - b.score);
      return say(texts.advice.weakTask, {
        task: inlineText(name),
        score: figures.score(score),
        limit: figures.score(weakScore),
        criterion: lowest ? inlineText(lowest.id) : null,
        lowest: lowest ? figures.score(lowest.score) : null,
        filename: inlineText(filename),
      });
    });
}

interface CriterionScores {
  id: string;
  scores: number[];
}

function groupCriteria(tasks: readonly TaskFacts[]): CriterionScores[] {
  const all = tasks.flatMap(({ evaluation }) => evaluation?.criteria ?? []);
  return [...Map.groupBy(all, ({ id }) => id)].map(([id, of]) => ({
    id,
    scores: of.map(({ score }) => score),
  }));
}

function onWeakCriteria({ tasks }: RunFacts, { texts, figures, say }: Words): string[] {
  return groupCriteria(tasks).flatMap(({ id, scores }) => {
    const average = mean(scores);
    if (scores.length < 2 || average === null || average >= weakScore) return [];
    const [shown, limit] = [figures.score(average), figures.score(weakScore)];
    return [
      say(texts.advice.weakCriterion, {
        criterion: inlineText(id),
        average: shown,
        tasks: scores.length,
        limit,
      }),
    ];
  });
}

const evidenceCriteria = new Set(['evidence', 'proof', 'support', 'assumptions']);

function onMissingEvidence(
  { tasks, sourceTitles }: RunFacts,
  { texts, figures, say }: Words,
): string[] {
  const scores = groupCriteria(tasks).flatMap(({ id, scores: of }) =>
    evidenceCriteria.has(id) ? of : [],
  );
  const average = mean(scores);
  if (sourceTitles.length > 0 || average === null || average >= weakScore) return [];
  return [
    say(texts.advice.missingEvidence, { average: figures.score(average), tasks: scores.length }),
  ];
}

function onDisagreement({ tasks }: RunFacts, { texts, figures, say }: Words): string[] {
  return tasks
    .flatMap(({ name, observerScore: observed, evaluation }) =>
      observed === null || !evaluation ? [] : [{ name, observed, score: evaluation.score }],
    )
    .map((task) => ({ ...task, points: Math.abs(task.observed - task.score) }))
    .filter(({ points }) => points >= disagreement)
    .sort((a, b) => b.points - a.points)
    .slice(0, namedTasks)
    .map(({ name, observed, score, points }) => {
      const scores = {
        observed: figures.score(observed),
        score: figures.score(score),
        points: figures.score(points),
      };
      return say(texts.advice.disagreement, { task: inlineText(name), ...scores });
    });
}

function onRevisions({ tasks, calls }: RunFacts, { texts, say }: Words): string[] {
  const taskIds = (purpose: string) =>
    new Set(
      calls.flatMap((call) => (call.purpose === purpose && call.answered > 0 ? [call.taskId] : [])),
    );
  const drafted = taskIds('draft').size;
  const revised = taskIds('revise').size;
  if (revised < 2 || revised / drafted < revisedShare) return [];
  return [say(texts.advice.revisions, { revised, drafted, tasks: tasks.length })];
}

const lostTriesShare = 0.1;
const unknownCostShare = 0.05;
/** Average of concurrent tasks below which tasks ran mostly one after another. */
const fewTasksAtOnce = 1.3;
/** Shorter runs need no advice about waiting. */
const longRunMs = 120_000;

function onExhaustion(facts: RunFacts, { texts, say }: Words): string[] {
  const ended = facts.tasks.filter(({ state }) => state === 'exhausted').length;
  if (ended === 0) return [];
  const open = facts.tasks.filter(({ state }) => state !== 'completed').length;
  return [say(texts.advice.exhausted, { open, advice: adviseBudget(facts) })];
}

function onFailures({ tasks }: RunFacts, { texts, say, quoteAll }: Words): string[] {
  const failed = tasks.filter(({ state }) => state === 'failed');
  const skipped = tasks.filter(({ state }) => state === 'skipped').length;
  if (failed.length === 0) return [];
  const names = failed.map(({ name }) => inlineText(name));
  return [say(texts.advice.failures, { failed: failed.length, skipped, tasks: quoteAll(names) })];
}

function onOfflineModel({ calls, offlineModels }: RunFacts, { texts, say }: Words): string[] {
  const answered = sumOf(calls, 'answered');
  const offline = sumOf(
    calls.filter(({ model }) => offlineModels.has(model)),
    'answered',
  );
  return offline === 0 ? [] : [say(texts.advice.offline, { offline, answered })];
}

function onLostTries({ calls, lostTries }: RunFacts, { texts, figures, say }: Words): string[] {
  return sumSpending(calls, ({ model }) => model).flatMap(({ key, tries }) => {
    const lost = sumOf(
      lostTries.filter(({ model }) => model === key),
      'tries',
    );
    if (lost < 2 || lost / tries < lostTriesShare) return [];
    const share = figures.share(lost, tries);
    return [say(texts.advice.lostTries, { model: inlineText(key), lost, calls: tries, share })];
  });
}

function onUnusableAnswers({ lostTries }: RunFacts, { texts, figures, say }: Words): string[] {
  const billed = lostTries.filter(({ billing }) => billing === 'billed');
  const answers = sumOf(billed, 'tries');
  const costNanoUsd = sumOf(billed, 'costNanoUsd');
  if (answers === 0) return [];
  const models = [...new Set(billed.map(({ model }) => inlineText(model)))].join(', ');
  return [say(texts.advice.unusable, { cost: figures.money(costNanoUsd), answers, models })];
}

function onUnknownCost(
  { lostTries, costNanoUsd }: RunFacts,
  { texts, figures, say }: Words,
): string[] {
  const unknown = lostTries.filter(({ billing }) => billing === 'unknown');
  const counted = sumOf(unknown, 'costNanoUsd');
  if (counted === 0 || counted / costNanoUsd < unknownCostShare) return [];
  const { money, share } = figures;
  return [
    say(texts.advice.unknownCost, {
      counted: money(counted),
      cost: money(costNanoUsd),
      share: share(counted, costNanoUsd),
    }),
  ];
}

function onWaiting(
  { tasks, startedAtMs, gatheredAtMs, pausedMs }: RunFacts,
  { texts, figures, say }: Words,
): string[] {
  const timed = tasks.flatMap(({ durationMs }) => (durationMs === null ? [] : [durationMs]));
  const activeMs = gatheredAtMs - startedAtMs;
  const workedMs = timed.reduce((sum, durationMs) => sum + durationMs, 0);
  const dependent = tasks.filter(({ dependsOn }) => dependsOn.length > 0).length;
  // A pause also lengthens the tasks, so the figure would be meaningless.
  const isMeaningful =
    pausedMs === 0 && activeMs >= longRunMs && timed.length >= 3 && dependent >= 2;
  if (!isMeaningful || workedMs / activeMs >= fewTasksAtOnce) return [];
  const atOnce = figures.decimal(workedMs / activeMs, 1);
  return [
    say(texts.advice.waiting, {
      atOnce,
      duration: figures.duration(activeMs),
      dependent,
      tasks: tasks.length,
    }),
  ];
}

/** First failures and waits, then quality, then money. */
const rules: readonly Rule[] = [
  onExhaustion,
  onFailures,
  onOfflineModel,
  onLostTries,
  onUnusableAnswers,
  onUnknownCost,
  onWaiting,
  onWeakTasks,
  onWeakCriteria,
  onMissingEvidence,
  onDisagreement,
  onRevisions,
  onBudgetLeft,
  onChecking,
  onConsulting,
  onDearTask,
  onCostWithoutQuality,
];
