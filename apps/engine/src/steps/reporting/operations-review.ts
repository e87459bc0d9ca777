import { formatUsd } from '@ecp/contract/declaring/money';
import type { LostTryFacts, RunFacts } from './facts.ts';
import { countOf, formatCount, formatDuration, formatScore, formatShare } from './figures.ts';
import { inlineText, writeList, writeSection, writeTable } from './markdown-text.ts';
import { recommend } from './recommendations.ts';
import { purposeName, type SpendingTotal, sumSpending } from './spending.ts';

const lowestCriteria = 5;

/**
 * Writes `_operations_review.md`: how money and time were spent, what was lost, what quality cost, and recommendations
 * (DEL-2). The same facts give the same text.
 */
export function writeOperationsReview(facts: RunFacts): string {
  const agentName = (slug: string) => facts.agents.get(slug)?.name ?? slug;
  const advice = recommend(facts);
  const sections = [
    `# Operations review: ${inlineText(facts.engagement.name)}`,
    summarize(facts),
    ...writeSection(
      'Recommendations',
      advice.length > 0 ? writeList(advice) : 'No figure of this run crosses the threshold for a recommendation.',
    ),
    ...writeSection(
      'Cost and time by purpose',
      writeSpending(facts, 'Purpose', ({ purpose }) => purposeName(purpose)),
    ),
    ...writeSection(
      'Cost and time by model',
      writeSpending(facts, 'Model', ({ model }) => model),
    ),
    ...writeSection(
      'Cost and time by agent',
      writeSpending(facts, 'Agent', ({ agentSlug }) => agentName(agentSlug)),
    ),
    ...writeSection('Retries and failures', writeLostTries(facts)),
    ...writeSection('Quality against cost', writeQuality(facts)),
    ...writeSection('Lowest-scoring criteria', writeCriteria(facts)),
  ];
  return `${sections.join('\n\n')}\n`;
}

function summarize({ calls, costNanoUsd, startedAtMs, gatheredAtMs, pausedMs, tasks }: RunFacts): string {
  const tries = calls.reduce((sum, call) => sum + call.tries, 0);
  const answered = calls.reduce((sum, call) => sum + call.answered, 0);
  const modelMs = calls.reduce((sum, call) => sum + call.durationMs, 0);
  const activeMs = Math.max(0, gatheredAtMs - startedAtMs - pausedMs);
  const paused = pausedMs > 0 ? ` and ${formatDuration(pausedMs)} of pauses` : '';
  const timed = tasks.flatMap(({ name, durationMs }) => (durationMs === null ? [] : [{ name, durationMs }]));
  const [longest] = timed.sort((a, b) => b.durationMs - a.durationMs);
  const slowest = longest
    ? ` The longest task was ${inlineText(longest.name)} (${formatDuration(longest.durationMs)}).`
    : '';
  const ratio = activeMs > 0 ? `, ${(modelMs / activeMs).toFixed(1)} calls at once on average` : '';
  return (
    `${countOf(tries, 'call')} to models, ${answered} answered, cost ${formatUsd(costNanoUsd)}. The run took ` +
    `${formatDuration(activeMs)} of work${paused}; models worked for ${formatDuration(modelMs)}${ratio}.${slowest}`
  );
}

function writeSpending(facts: RunFacts, title: string, keyOf: Parameters<typeof sumSpending>[1]): string {
  const rows = sumSpending(facts.calls, keyOf).map((spending: SpendingTotal) => [
    inlineText(spending.key),
    String(spending.tries),
    String(spending.answered),
    formatUsd(spending.costNanoUsd),
    formatShare(spending.costNanoUsd, facts.costNanoUsd),
    formatCount(spending.inputTokens),
    formatCount(spending.outputTokens),
    formatDuration(spending.durationMs),
  ]);
  const numbers = ['Calls', 'Answered', 'Cost', 'Share', 'Tokens in', 'Tokens out', 'Model time'];
  const columns = [{ title }, ...numbers.map((name) => ({ title: name, numeric: true as const }))];
  return rows.length === 0 ? 'No call was made.' : writeTable(columns, rows);
}

const billingNames: Record<LostTryFacts['billing'], string> = {
  none: 'not billed',
  billed: 'billed, unusable',
  unknown: 'unknown, worst case counted',
};

function writeLostTries({ lostTries, calls }: RunFacts): string {
  const tries = calls.reduce((sum, call) => sum + call.tries, 0);
  const retries = calls.reduce((sum, call) => sum + call.retries, 0);
  const lost = lostTries.reduce((sum, entry) => sum + entry.tries, 0);
  if (lost === 0) return 'Every call was answered at the first attempt.';
  const kinds = Map.groupBy(lostTries, ({ billing, model, error }) => JSON.stringify([billing, model, error]));
  const rows = [...kinds.values()]
    .map((entries) => ({
      entry: entries[0],
      tries: entries.reduce((sum, each) => sum + each.tries, 0),
      costNanoUsd: entries.reduce((sum, each) => sum + each.costNanoUsd, 0),
    }))
    .sort((a, b) => b.tries - a.tries)
    .flatMap(({ entry, tries: count, costNanoUsd }) =>
      entry
        ? [
            [
              inlineText(entry.error),
              inlineText(entry.model),
              billingNames[entry.billing],
              String(count),
              formatUsd(costNanoUsd),
            ],
          ]
        : [],
    );
  const columns = [{ title: 'What happened' }, { title: 'Model' }, { title: 'Billing' }];
  const numbers = [
    { title: 'Calls', numeric: true as const },
    { title: 'Cost', numeric: true as const },
  ];
  const repeated = retries === 1 ? '1 was a retry' : `${retries} were retries`;
  return (
    `${lost} of ${countOf(tries, 'call')} gave no usable answer (${formatShare(lost, tries)}); ${repeated}.\n\n` +
    writeTable([...columns, ...numbers], rows)
  );
}

function writeQuality({ tasks }: RunFacts): string {
  const rows = tasks
    .filter(({ evaluation, observerScore }) => evaluation !== null || observerScore !== null)
    .sort((a, b) => (b.evaluation?.score ?? -1) - (a.evaluation?.score ?? -1))
    .map(({ name, model, observerScore, evaluation, costNanoUsd }) => [
      inlineText(name),
      inlineText(model ?? '–'),
      formatScore(evaluation?.score ?? null),
      formatScore(observerScore),
      formatUsd(costNanoUsd),
      evaluation && evaluation.score > 0 ? formatUsd(Math.round((costNanoUsd * 10) / evaluation.score)) : '–',
    ]);
  const numbers = ['Evaluation', 'Observer', 'Cost', 'Cost per 10 points'];
  const columns = [{ title: 'Task' }, { title: 'Model' }];
  if (rows.length === 0) return 'No task was scored.';
  return writeTable([...columns, ...numbers.map((title) => ({ title, numeric: true as const }))], rows);
}

function writeCriteria({ tasks }: RunFacts): string {
  const rows = tasks
    .flatMap(({ name, evaluation }) =>
      (evaluation?.criteria ?? []).map((criterion) => ({ name, rubric: evaluation?.rubricType ?? '', ...criterion })),
    )
    .sort((a, b) => a.score - b.score)
    .slice(0, lowestCriteria)
    .map(({ name, rubric, id, score, comment }) => [
      inlineText(id),
      inlineText(rubric),
      inlineText(name),
      formatScore(score),
      inlineText(comment),
    ]);
  if (rows.length === 0) return 'No criterion was scored.';
  return writeTable(
    [
      { title: 'Criterion' },
      { title: 'Rubric' },
      { title: 'Task' },
      { title: 'Score', numeric: true },
      { title: "Evaluator's comment" },
    ],
    rows,
  );
}
