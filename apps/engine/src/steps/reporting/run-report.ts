import { formatUsd, usdToNano } from '@ecp/contract/declaring/money';
import type { RunFacts, TaskFacts } from './facts.ts';
import { countOf, formatCount, formatDuration, formatScore, formatShare, formatTime, mean } from './figures.ts';
import { inlineText, quoteText, writeList, writeSection, writeTable } from './markdown-text.ts';
import { listUnfinishedTasks, writeUnknownCalls } from './report-problems.ts';

/** Most characters of the brief that the report repeats. The engagement has the whole brief. */
const briefCharacters = 1_200;
const questionCharacters = 300;
const shownSearches = 40;
/** Models that the report lists for a task: the chosen one and the best of the others. */
const shownModels = 4;

/**
 * Writes `_run_report.md`: the request, the results, the cost, the failures and what to do about them (DEL-2).
 * The same facts give the same text.
 */
export function writeRunReport(facts: RunFacts): string {
  const sections = [
    `# Run report: ${inlineText(facts.engagement.name)}`,
    describeOutcome(facts),
    ...writeSection('What was asked', describeRequest(facts), quoteText(facts.engagement.brief, briefCharacters)),
    ...writeSection('How it was made', ...describeOfflineModel(facts)),
    ...writeSection('Tasks', writeTasks(facts)),
    ...writeSection('Evidence', writeList(facts.evidence.map(inlineText))),
    ...writeSection('Not completed', writeList(listUnfinishedTasks(facts))),
    ...writeSection('Choice of models', writeRouting(facts)),
    ...writeSection('Budget', writeBudget(facts)),
    ...writeSection('Calls with an unknown outcome', ...writeUnknownCalls(facts)),
    ...writeSection('Time', describeTime(facts)),
    ...writeSection('Consultations', writeDelegations(facts)),
    ...writeSection('Searches in the sources', writeSearches(facts)),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function describeOutcome({ tasks, costNanoUsd, startedAtMs, gatheredAtMs }: RunFacts): string {
  const completed = tasks.filter(({ state }) => state === 'completed').length;
  const done =
    completed === tasks.length
      ? `**${countOf(tasks.length, 'task')} completed.**`
      : `**${completed} of ${countOf(tasks.length, 'task')} completed**, ${countEndings(tasks)}.`;
  const scores = tasks.flatMap(({ evaluation }) => (evaluation ? [evaluation.score] : []));
  const quality =
    scores.length === 0 ? 'No deliverable was scored' : `The average score is ${formatScore(mean(scores))} of 100`;
  const duration = formatDuration(gatheredAtMs - startedAtMs);
  return `${done} ${quality}; the run cost ${formatUsd(costNanoUsd)} and took ${duration}.`;
}

const endings: Partial<Record<TaskFacts['state'], string>> = {
  failed: 'failed',
  exhausted: 'ended by the exhausted budget',
  stopped: 'stopped',
  skipped: 'skipped',
  not_started: 'not started',
};

function countEndings(tasks: readonly TaskFacts[]): string {
  const counts = Map.groupBy(tasks, ({ state }) => endings[state] ?? '');
  return [...counts].flatMap(([ending, { length }]) => (ending === '' ? [] : [`${length} ${ending}`])).join(', ');
}

function describeRequest({ engagement, planned, tasks, sourceTitles }: RunFacts): string {
  const client = inlineText(engagement.client);
  const source = planned ? 'planned by the engine from the brief' : 'as given';
  // Pages and sheets of one file are sources with the same title.
  const titles = [...new Set(sourceTitles)];
  const material =
    titles.length === 0
      ? 'No material was attached.'
      : `Attached material: ${titles.slice(0, 10).map(inlineText).join('; ')}${
          titles.length > 10 ? ` and ${titles.length - 10} more` : ''
        }.`;
  return `For ${client}. ${countOf(tasks.length, 'task')}, ${source}. ${material}`;
}

function describeOfflineModel({ calls, offlineModels }: RunFacts): string[] {
  const answered = calls.reduce((sum, call) => sum + call.answered, 0);
  const offline = calls.filter(({ model }) => offlineModels.has(model));
  const offlineAnswered = offline.reduce((sum, call) => sum + call.answered, 0);
  if (offlineAnswered === 0) return [];
  const share =
    offlineAnswered === answered
      ? `all ${countOf(answered, 'answer')}`
      : `${offlineAnswered} of ${countOf(answered, 'answer')}`;
  const names = [...new Set(offline.map(({ model }) => inlineText(model)))].join(', ');
  return [
    `**The offline model was used** (${names}) for ${share}. It extracts from the brief and the attached material and ` +
      'costs nothing. No language model reasoned about that work. Its scores measure form and coverage, not judgement.',
  ];
}

function writeTasks({ tasks, agents }: RunFacts): string {
  const columns = [
    { title: 'Task' },
    { title: 'Agent' },
    { title: 'Model' },
    { title: 'State' },
    { title: 'Observer', numeric: true },
    { title: 'Evaluation', numeric: true },
    { title: 'Rubric' },
    { title: 'Words', numeric: true },
    { title: 'Cost', numeric: true },
    { title: 'Time', numeric: true },
  ] as const;
  const rows = tasks.map((task) => [
    inlineText(task.name),
    inlineText(agents.get(task.agentSlug)?.name ?? task.agentSlug),
    task.model === null ? '–' : inlineText(task.model),
    endings[task.state] ?? 'completed',
    formatScore(task.observerScore),
    formatScore(task.evaluation?.score ?? null),
    task.evaluation ? `${inlineText(task.evaluation.rubricType)} v${task.evaluation.rubricVersion}` : '–',
    task.wordCount === null ? '–' : formatCount(task.wordCount),
    formatUsd(task.costNanoUsd),
    task.durationMs === null ? '–' : formatDuration(task.durationMs),
  ]);
  return rows.length === 0 ? '' : writeTable(columns, rows);
}

/** Lists the chosen model of each task with the reason, and the next best models with what speaks against them. */
function writeRouting({ tasks }: RunFacts): string {
  // An engine with one model has no choice to report.
  const routed = tasks.filter(({ model, candidates }) => model !== null && candidates.length > 1);
  const columns = [
    { title: 'Task' },
    { title: 'Model' },
    { title: 'Expected score', numeric: true },
    { title: 'Tasks seen', numeric: true },
    { title: 'Expected cost', numeric: true },
    { title: 'Why' },
  ] as const;
  const rows = routed.flatMap(({ name, model, candidates }) => {
    const others = candidates
      .filter((candidate) => candidate.model !== model)
      .toSorted((a, b) => b.utility - a.utility);
    const shown = [...candidates.filter((candidate) => candidate.model === model), ...others].slice(0, shownModels);
    return shown.map((candidate) => [
      inlineText(name),
      inlineText(candidate.model),
      `${formatScore(candidate.expectedScore)} ± ${candidate.spread.toFixed(1)}`,
      formatCount(candidate.samples),
      formatUsd(candidate.expectedCostNanoUsd),
      inlineText(candidate.why),
    ]);
  });
  return rows.length === 0 ? '' : writeTable(columns, rows);
}

function writeBudget({ budget, costNanoUsd, engagement, inputTokens, outputTokens }: RunFacts): string {
  const { limitNanoUsd, spentNanoUsd, reservedNanoUsd } = budget;
  const row = (name: string, nano: number) => [name, formatUsd(nano), formatShare(nano, limitNanoUsd)];
  const changed = limitNanoUsd === usdToNano(engagement.budgetUsd) ? '' : ' (changed since the run began)';
  const rows = [
    row(`Limit of the engagement${changed}`, limitNanoUsd),
    row('Spent by this run', costNanoUsd),
    row('Spent over all runs', spentNanoUsd),
    ...(reservedNanoUsd > 0 ? [row('Reserved for calls in flight', reservedNanoUsd)] : []),
    row('Left', Math.max(0, limitNanoUsd - spentNanoUsd - reservedNanoUsd)),
  ];
  const table = writeTable(
    [{ title: '' }, { title: 'USD', numeric: true }, { title: 'Share of the limit', numeric: true }],
    rows,
  );
  return `${table}\n\nTokens: ${formatCount(inputTokens)} in, ${formatCount(outputTokens)} out.`;
}

function describeTime({ startedAtMs, gatheredAtMs, pausedMs }: RunFacts): string {
  const paused = pausedMs > 0 ? `, of which ${formatDuration(pausedMs)} paused` : '';
  const duration = formatDuration(gatheredAtMs - startedAtMs);
  return `Started ${formatTime(startedAtMs)}, reported ${formatTime(gatheredAtMs)}: ${duration}${paused}.`;
}

function writeDelegations({ delegations, tasks, agents }: RunFacts): string {
  const nameOf = (slug: string) => inlineText(agents.get(slug)?.name ?? slug);
  const cut = (text: string) => quoteText(text.replace(/\s+/g, ' '), questionCharacters).replace(/^> /, '');
  const rows = delegations.map(({ taskId, from, to, question, costNanoUsd, reused }) => [
    inlineText(tasks.find(({ id }) => id === taskId)?.name ?? taskId),
    nameOf(from),
    nameOf(to),
    cut(question),
    reused ? 'from the record' : formatUsd(costNanoUsd),
  ]);
  if (rows.length === 0) return 'No agent asked a colleague.';
  const titles = [{ title: 'Task' }, { title: 'Asked by' }, { title: 'Asked' }, { title: 'Question' }];
  return writeTable([...titles, { title: 'Cost', numeric: true }], rows);
}

function writeSearches({ searches }: RunFacts): string {
  const more = searches.length - shownSearches;
  return writeList([
    ...searches.slice(0, shownSearches).map(inlineText),
    ...(more > 0 ? [`${formatCount(more)} more are in the log.`] : []),
  ]);
}
