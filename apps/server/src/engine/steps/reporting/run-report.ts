import { usdToNano } from '@ecp/contract/declaring/money';
import { averageScore } from '@ecp/contract/values/scores';
import type { Language } from '@ecp/language/language';
import { describeCounts } from '../../evidence/check-deliverable.ts';
import {
  inlineText,
  kindName,
  quoteText,
  type ReportTexts,
  right,
  textsIn,
  writeList,
  writeSection,
  writeTable,
} from './report-text.ts';
import { type CallFacts, mean, type RunFacts, sumOf, type TaskFacts } from './run-facts.ts';

/** Limits the characters of the brief in the report. */
const briefCharacters = 1_200;
const questionCharacters = 300;
const shownTitles = 10;
const shownSearches = 40;
/**
 * Limits the models that the report lists for a task: the chosen one and the best of the others.
 */
const shownModels = 4;

/** Writes `_run_report.md`: the request, the results, the cost, the failures and advice. */
export function writeRunReport(facts: RunFacts): string {
  const { texts, say } = textsIn(facts.language);
  const { title, sections: titles } = texts.run;
  const sections = [
    `# ${say(title, { engagement: inlineText(facts.engagement.name) })}`,
    describeOutcome(facts),
    ...writeSection(
      titles.asked,
      describeRequest(facts),
      quoteText(facts.engagement.brief, briefCharacters),
    ),
    ...writeSection(titles.made, ...describeOfflineModel(facts)),
    ...writeSection(titles.tasks, writeTasks(facts)),
    ...writeSection(titles.evidence, writeList(listEvidence(facts))),
    ...writeSection(titles.conflicts, writeConflicts(facts)),
    ...writeSection(titles.notCompleted, writeList(listUnfinishedTasks(facts))),
    ...writeSection(titles.models, writeRouting(facts)),
    ...writeSection(titles.budget, writeBudget(facts)),
    ...writeSection(titles.unknownCalls, ...writeUnknownCalls(facts)),
    ...writeSection(titles.time, describeTime(facts)),
    ...writeSection(titles.consultations, writeDelegations(facts)),
    ...writeSection(titles.searches, writeSearches(facts)),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function describeOutcome({
  tasks,
  costNanoUsd,
  startedAtMs,
  gatheredAtMs,
  language,
}: RunFacts): string {
  const { texts, figures, say } = textsIn(language);
  const average = averageScore(tasks.flatMap(({ evaluation }) => evaluation?.score ?? []));
  const endings = Map.groupBy(tasks, ({ state }) => state);
  const completed = endings.get('completed')?.length ?? 0;
  const others = [...endings].flatMap(([state, { length: count }]) =>
    state === 'completed' ? [] : [say(texts.run.endedAs[state], { count })],
  );
  return say(texts.run.outcome, {
    completed,
    total: tasks.length,
    all: completed === tasks.length,
    endings: others.join(texts.comma),
    average: average === null ? null : figures.score(average),
    cost: figures.money(costNanoUsd),
    duration: figures.duration(gatheredAtMs - startedAtMs),
  });
}

function describeRequest({ engagement, planned, tasks, sourceTitles, language }: RunFacts): string {
  // Pages and sheets of one file are sources with the same title.
  const titles = [...new Set(sourceTitles)];
  const { texts, say } = textsIn(language);
  const shown = titles.slice(0, shownTitles).map(inlineText);
  return say(texts.run.request, {
    client: inlineText(engagement.client),
    tasks: tasks.length,
    planned,
    titles: shown.length === 0 ? null : shown.join(texts.semicolon),
    more: Math.max(0, titles.length - shownTitles),
  });
}

function describeOfflineModel({ calls, offlineModels, language }: RunFacts): string[] {
  const answered = sumOf(calls, 'answered');
  const used = calls.filter(({ model }) => offlineModels.has(model));
  const offline = sumOf(used, 'answered');
  if (offline === 0) return [];
  const names = [...new Set(used.map(({ model }) => inlineText(model)))].join(', ');
  const { texts, say } = textsIn(language);
  return [say(texts.run.offline, { names, answered, offline, all: offline === answered })];
}

function listEvidence({ evidence, tasks, language }: RunFacts): string[] {
  const { texts, say } = textsIn(language);
  return evidence.map(({ taskId, ...counts }) => {
    const name = tasks.find(({ id }) => id === taskId)?.name ?? taskId;
    return say(texts.about, { task: inlineText(name), words: describeCounts(counts, language) });
  });
}

function writeConflicts({ conflicts, language }: RunFacts): string {
  const { texts, say } = textsIn(language);
  const lines = conflicts.map(({ about, values }) => {
    const given = values.map(({ text, filename }) =>
      say(texts.run.givenBy, { value: inlineText(text), filename: inlineText(filename) }),
    );
    return say(texts.about, { task: inlineText(about), words: given.join(' / ') });
  });
  return lines.length === 0 ? '' : `${texts.run.conflicts}\n\n${writeList(lines)}`;
}

function writeTasks({ tasks, agents, language }: RunFacts): string {
  const { texts, figures } = textsIn(language);
  const { task, agent, model, state, observer, evaluation, rubric, words, cost, time } =
    texts.columns;
  const numbers = [observer, evaluation].map(right);
  const columns = [
    task,
    agent,
    model,
    state,
    ...numbers,
    rubric,
    ...[words, cost, time].map(right),
  ];
  const rows = tasks.map((done) => [
    inlineText(done.name),
    inlineText(agents.get(done.agentSlug)?.name ?? done.agentSlug),
    done.model === null ? '–' : inlineText(done.model),
    texts.run.states[done.state],
    figures.score(done.observerScore),
    figures.score(done.evaluation?.score ?? null),
    done.evaluation
      ? `${kindName(done.evaluation.rubricType, texts)} v${done.evaluation.rubricVersion}`
      : '–',
    done.wordCount === null ? '–' : figures.count(done.wordCount),
    figures.money(done.costNanoUsd),
    done.durationMs === null ? '–' : figures.duration(done.durationMs),
  ]);
  return rows.length === 0 ? '' : writeTable(columns, rows);
}

function writeRouting({ tasks, language }: RunFacts): string {
  const { texts, figures } = textsIn(language);
  // An engine with one model has no choice to report.
  const routed = tasks.filter(({ model, candidates }) => model !== null && candidates.length > 1);
  const { task, model: title, expectedScore, tasksSeen, expectedCost, why } = texts.columns;
  const columns = [task, title, ...[expectedScore, tasksSeen, expectedCost].map(right), why];
  const rows = routed.flatMap(({ name, candidates }) =>
    candidates
      .slice(0, shownModels)
      .map((candidate) => [
        inlineText(name),
        inlineText(candidate.model),
        `${figures.score(candidate.expectedScore)} ± ${figures.decimal(candidate.spread, 1)}`,
        figures.count(candidate.samples),
        figures.money(candidate.expectedCostNanoUsd),
        texts.verdicts[candidate.verdict],
      ]),
  );
  return rows.length === 0 ? '' : writeTable(columns, rows);
}

function writeBudget({
  budget,
  costNanoUsd,
  engagement,
  inputTokens,
  outputTokens,
  language,
}: RunFacts): string {
  const { texts, figures, say } = textsIn(language);
  const { limitNanoUsd, spentNanoUsd, reservedNanoUsd } = budget;
  const row = (name: string, nano: number) => [
    name,
    figures.money(nano),
    figures.share(nano, limitNanoUsd),
  ];
  const { limit, changedLimit, spentByRun, spentOverAll, reserved, left } = texts.run.budget;
  const rows = [
    row(limitNanoUsd === usdToNano(engagement.budgetUsd) ? limit : changedLimit, limitNanoUsd),
    row(spentByRun, costNanoUsd),
    row(spentOverAll, spentNanoUsd),
    ...(reservedNanoUsd > 0 ? [row(reserved, reservedNanoUsd)] : []),
    row(left, Math.max(0, limitNanoUsd - spentNanoUsd - reservedNanoUsd)),
  ];
  const table = writeTable(['', right('USD'), right(texts.columns.shareOfLimit)], rows);
  const tokens = { input: figures.count(inputTokens), output: figures.count(outputTokens) };
  return `${table}\n\n${say(texts.run.tokens, tokens)}`;
}

function describeTime({ startedAtMs, gatheredAtMs, pausedMs, language }: RunFacts): string {
  const { texts, figures, say } = textsIn(language);
  return say(texts.run.time, {
    started: figures.time(startedAtMs),
    reported: figures.time(gatheredAtMs),
    duration: figures.duration(gatheredAtMs - startedAtMs),
    paused: pausedMs > 0 ? figures.duration(pausedMs) : null,
  });
}

function writeDelegations({ delegations, tasks, agents, language }: RunFacts): string {
  const { texts, figures } = textsIn(language);
  const nameOf = (slug: string) => inlineText(agents.get(slug)?.name ?? slug);
  const cut = (text: string) =>
    quoteText(text.replace(/\s+/g, ' '), questionCharacters).replace(/^> /, '');
  const rows = delegations.map(({ taskId, from, to, question, costNanoUsd, reused }) => [
    inlineText(tasks.find(({ id }) => id === taskId)?.name ?? taskId),
    nameOf(from),
    nameOf(to),
    cut(question),
    reused ? texts.run.fromRecord : figures.money(costNanoUsd),
  ]);
  if (rows.length === 0) return texts.run.noConsultation;
  const { task, askedBy, asked, question, cost } = texts.columns;
  return writeTable([task, askedBy, asked, question, right(cost)], rows);
}

function writeSearches({ searches, queries, agents, language }: RunFacts): string {
  const { texts, figures, say } = textsIn(language);
  const asked = queries.map(({ agentSlug, id, title, rows, truncated }) => {
    const agent = inlineText(agents.get(agentSlug)?.name ?? agentSlug);
    return say(texts.run.query, {
      agent,
      title: inlineText(title),
      id,
      rows: figures.count(rows),
      truncated,
    });
  });
  const lines = [...asked, ...searches.map(inlineText)];
  const more = lines.length - shownSearches;
  return writeList([
    ...lines.slice(0, shownSearches),
    ...(more > 0 ? [say(texts.run.moreSearches, { count: more })] : []),
  ]);
}

function listUnfinishedTasks(facts: RunFacts): string[] {
  const { texts, say } = textsIn(facts.language);
  return facts.tasks.flatMap((task) => {
    const reason = describeReason(task, facts.language);
    if (reason === null) return [];
    const said = describeRemedy(facts, task);
    const remedy = texts.capitalRemedy ? said.charAt(0).toUpperCase() + said.slice(1) : said;
    return [say(texts.unfinished.entry, { task: inlineText(task.name), reason, remedy })];
  });
}

/** Returns the recorded error, or why the task did not complete. Null for a completed task. */
function describeReason(
  { state, error, wordCount, filename }: TaskFacts,
  language: Language,
): string | null {
  if (state === 'completed') return null;
  const { texts, say } = textsIn(language);
  const { reasons, kept } = texts.unfinished;
  const isRecorded = state !== 'stopped' && state !== 'not_started' && error !== null;
  const reason = endSentence(isRecorded ? inlineText(error) : reasons[state], texts);
  return `${reason}${wordCount === null ? '' : say(kept, { filename: inlineText(filename) })}`;
}

function describeRemedy(facts: RunFacts, task: TaskFacts): string {
  const { tasks, language } = facts;
  const { texts, say, quoteAll } = textsIn(language);
  const { unfinished } = texts;
  const isKept = task.wordCount !== null || task.hasEarlierVersion;
  const again = isKept
    ? say(unfinished.rerun, { filename: inlineText(task.filename) })
    : unfinished.startAgain;
  if (task.state === 'skipped') {
    const missing = tasks.filter(
      ({ id, state }) => task.dependsOn.includes(id) && state !== 'completed',
    );
    const names = missing.map(({ name }) => inlineText(name));
    return names.length === 0
      ? again
      : say(unfinished.resolveFirst, { tasks: quoteAll(names), again });
  }
  const overBudget = task.state === 'exhausted' || tasks.some(({ state }) => state === 'exhausted');
  if (task.state !== 'failed' && overBudget)
    return say(unfinished.budgetThen, { advice: adviseBudget(facts), again });
  return say(unfinished.resolveCause, { again });
}

/**
 * Advises how far to raise an exhausted budget: by the cost of the unfinished tasks at this run's
 * average.
 */
export function adviseBudget({ tasks, budget, language }: RunFacts): string {
  const { texts, figures, say } = textsIn(language);
  const limit = figures.money(budget.limitNanoUsd);
  const typical = mean(
    tasks.filter(({ state }) => state === 'completed').map(({ costNanoUsd }) => costNanoUsd),
  );
  if (typical === null) return say(texts.unfinished.raiseAbove, { limit });
  const open = tasks.filter(({ state }) => state !== 'completed').length;
  const needed = budget.spentNanoUsd + budget.reservedNanoUsd + open * typical;
  const raised = figures.money(roundUpToCent(Math.max(needed, budget.limitNanoUsd * 1.2)));
  return say(texts.unfinished.raiseTo, {
    limit,
    raised,
    open,
    typical: figures.money(Math.round(typical)),
  });
}

const cent = 10_000_000;
const roundUpToCent = (nano: number): number => Math.ceil(nano / cent) * cent;

/** Calls with unknown billing count at their worst case, so that the budget holds. */
function writeUnknownCalls({ lostTries, tasks, language }: RunFacts): string[] {
  const { texts, figures, say } = textsIn(language);
  const unknown = lostTries.filter(({ billing }) => billing === 'unknown');
  if (unknown.length === 0) return [];
  const tries = sumOf(unknown, 'tries');
  const costNanoUsd = sumOf(unknown, 'costNanoUsd');
  const rows = unknown.map((lost) => [
    lost.taskId === null
      ? '–'
      : inlineText(tasks.find(({ id }) => id === lost.taskId)?.name ?? lost.taskId),
    purposeName(lost.purpose, texts),
    inlineText(lost.model),
    figures.count(lost.tries),
    figures.money(lost.costNanoUsd),
    inlineText(lost.error),
  ]);
  const { task, purpose, model, calls, counted, happened } = texts.columns;
  return [
    say(texts.run.unknownCalls, { calls: tries, cost: figures.money(costNanoUsd) }),
    writeTable([task, purpose, model, right(calls), right(counted), happened], rows),
  ];
}

function endSentence(line: string, { fullStop }: ReportTexts): string {
  return /[.!?。！？]$/.test(line) ? line : `${line}${fullStop}`;
}

/** The sums of the calls with one key. Amounts are in nano-USD. */
export interface SpendingTotal {
  key: string;
  tries: number;
  answered: number;
  retries: number;
  costNanoUsd: number;
  inputTokens: number;
  outputTokens: number;
  durationMs: number;
}

/** Sums calls by a key. The most expensive come first, then the longest. */
export function sumSpending(
  calls: readonly CallFacts[],
  keyOf: (call: CallFacts) => string,
): SpendingTotal[] {
  return [...Map.groupBy(calls, keyOf)]
    .map(([key, made]) => {
      const total = (part: Exclude<keyof SpendingTotal, 'key'>) => sumOf(made, part);
      return {
        key,
        tries: total('tries'),
        answered: total('answered'),
        retries: total('retries'),
        costNanoUsd: total('costNanoUsd'),
        inputTokens: total('inputTokens'),
        outputTokens: total('outputTokens'),
        durationMs: total('durationMs'),
      };
    })
    .sort(
      (a, b) =>
        b.costNanoUsd - a.costNanoUsd || b.durationMs - a.durationMs || (a.key < b.key ? -1 : 1),
    );
}

/** Returns the purpose of a call in words. An unknown purpose stays as it is. */
export const purposeName = (purpose: string, { purposes }: ReportTexts): string =>
  (purposes as Record<string, string>)[purpose] ?? purpose;
