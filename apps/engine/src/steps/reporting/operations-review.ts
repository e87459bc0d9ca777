import type { CallFacts, RunFacts } from './facts.ts';
import { inlineText, right, writeList, writeSection, writeTable } from './markdown-text.ts';
import { recommend } from './recommendations.ts';
import { purposeName, type SpendingTotal, sumSpending } from './spending.ts';
import { sumOf } from './sum-and-mean.ts';
import { kindName, textsIn } from './texts/texts-in.ts';

const lowestCriteria = 5;

/**
 * Writes `_operations_review.md` in the language of the brief: how money and time were spent, what was lost, what
 * quality cost, and recommendations (DEL-2). The same facts give the same text.
 */
export function writeOperationsReview(facts: RunFacts): string {
  const { texts } = textsIn(facts.language);
  const { title, sections: titles, noAdvice } = texts.review;
  const { purpose, model, agent } = texts.columns;
  const advice = recommend(facts);
  const agentName = (slug: string) => facts.agents.get(slug)?.name ?? slug;
  const purposeOf = (call: CallFacts) => purposeName(call.purpose, texts);
  const sections = [
    `# ${title(inlineText(facts.engagement.name))}`,
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

function summarize({ calls, costNanoUsd, startedAtMs, gatheredAtMs, pausedMs, tasks, language }: RunFacts): string {
  const { texts, figures } = textsIn(language);
  const modelMs = sumOf(calls, 'durationMs');
  const activeMs = Math.max(0, gatheredAtMs - startedAtMs - pausedMs);
  const timed = tasks.flatMap(({ name, durationMs }) => (durationMs === null ? [] : [{ name, durationMs }]));
  const [longest] = timed.sort((a, b) => b.durationMs - a.durationMs);
  return texts.review.summary({
    calls: sumOf(calls, 'tries'),
    answered: sumOf(calls, 'answered'),
    cost: figures.money(costNanoUsd),
    work: figures.duration(activeMs),
    paused: pausedMs > 0 ? figures.duration(pausedMs) : null,
    modelTime: figures.duration(modelMs),
    atOnce: activeMs > 0 ? figures.decimal(modelMs / activeMs, 1) : null,
    longest: longest ? { task: inlineText(longest.name), duration: figures.duration(longest.durationMs) } : null,
  });
}

function writeSpending(facts: RunFacts, title: string, keyOf: Parameters<typeof sumSpending>[1]): string {
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
  const columns = [title, ...[calls, answered, cost, share, tokensIn, tokensOut, modelTime].map(right)];
  return rows.length === 0 ? texts.review.noCall : writeTable(columns, rows);
}

function writeLostTries({ lostTries, calls: made, language }: RunFacts): string {
  const { texts, figures } = textsIn(language);
  const calls = sumOf(made, 'tries');
  const retries = sumOf(made, 'retries');
  const lost = sumOf(lostTries, 'tries');
  if (lost === 0) return texts.review.allAnswered;
  const kinds = Map.groupBy(lostTries, ({ billing, model, error }) => JSON.stringify([billing, model, error]));
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
  return `${texts.review.lost({ lost, calls, share: figures.share(lost, calls), retries })}\n\n${table}`;
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
      evaluation && evaluation.score > 0 ? figures.money(Math.round((costNanoUsd * 10) / evaluation.score)) : '–',
    ]);
  if (rows.length === 0) return texts.review.noScore;
  const { task, model, evaluation, observer, cost, costPerPoints } = texts.columns;
  return writeTable([task, model, ...[evaluation, observer, cost, costPerPoints].map(right)], rows);
}

function writeCriteria({ tasks, language }: RunFacts): string {
  const { texts, figures } = textsIn(language);
  const rows = tasks
    .flatMap(({ name, evaluation }) =>
      (evaluation?.criteria ?? []).map((criterion) => ({ name, kind: evaluation?.rubricType ?? '', ...criterion })),
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
