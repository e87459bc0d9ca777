import type { RunFacts, TaskFacts } from './facts.ts';
import { inlineText, right, writeTable } from './markdown-text.ts';
import { purposeName } from './spending.ts';
import { mean, sumOf } from './sum-and-mean.ts';
import type { ReportTexts } from './texts/report-texts.ts';
import { textsIn } from './texts/texts-in.ts';

/** Returns one entry for each task that did not complete: the reason and what to do. */
export function listUnfinishedTasks(facts: RunFacts): string[] {
  const { texts } = textsIn(facts.language);
  return facts.tasks.flatMap((task) => {
    const reason = describeReason(task, texts);
    return reason === null ? [] : [texts.unfinished.entry(inlineText(task.name), reason, describeRemedy(facts, task))];
  });
}

/** Returns the recorded error as it is, or why the task did not complete. Null for a completed task. */
function describeReason({ state, error, wordCount, filename }: TaskFacts, texts: ReportTexts): string | null {
  if (state === 'completed') return null;
  const { reasons, kept } = texts.unfinished;
  const isRecorded = state !== 'stopped' && state !== 'not_started' && error !== null;
  const reason = endSentence(isRecorded ? inlineText(error) : reasons[state], texts);
  return `${reason}${wordCount === null ? '' : kept(inlineText(filename))}`;
}

function describeRemedy(facts: RunFacts, task: TaskFacts): string {
  const { tasks, language } = facts;
  const { unfinished } = textsIn(language).texts;
  const isKept = task.wordCount !== null || task.hasEarlierVersion;
  const again = isKept ? unfinished.rerun(inlineText(task.filename)) : unfinished.startAgain;
  if (task.state === 'skipped') {
    const missing = tasks.filter(({ id, state }) => task.dependsOn.includes(id) && state !== 'completed');
    const names = missing.map(({ name }) => inlineText(name));
    return names.length === 0 ? again : unfinished.resolveFirst(names, again);
  }
  const overBudget = task.state === 'exhausted' || tasks.some(({ state }) => state === 'exhausted');
  if (task.state !== 'failed' && overBudget) return unfinished.budgetThen(adviseBudget(facts), again);
  return unfinished.resolveCause(again);
}

/** Says how far to raise an exhausted budget: by the cost of the unfinished tasks at this run's average. */
export function adviseBudget({ tasks, budget, language }: RunFacts): string {
  const { texts, figures } = textsIn(language);
  const limit = figures.money(budget.limitNanoUsd);
  const typical = mean(tasks.filter(({ state }) => state === 'completed').map(({ costNanoUsd }) => costNanoUsd));
  if (typical === null) return texts.unfinished.raiseAbove(limit);
  const open = tasks.filter(({ state }) => state !== 'completed').length;
  const needed = budget.spentNanoUsd + budget.reservedNanoUsd + open * typical;
  const raised = figures.money(roundUpToCent(Math.max(needed, budget.limitNanoUsd * 1.2)));
  return texts.unfinished.raiseTo({ limit, raised, open, typical: figures.money(Math.round(typical)) });
}

const cent = 10_000_000;
const roundUpToCent = (nano: number): number => Math.ceil(nano / cent) * cent;

/** Lists the calls with unknown billing. They count at their worst case, so that the budget holds (BUD-2). */
export function writeUnknownCalls({ lostTries, tasks, language }: RunFacts): string[] {
  const { texts, figures } = textsIn(language);
  const unknown = lostTries.filter(({ billing }) => billing === 'unknown');
  if (unknown.length === 0) return [];
  const tries = sumOf(unknown, 'tries');
  const costNanoUsd = sumOf(unknown, 'costNanoUsd');
  const rows = unknown.map((lost) => [
    lost.taskId === null ? '–' : inlineText(tasks.find(({ id }) => id === lost.taskId)?.name ?? lost.taskId),
    purposeName(lost.purpose, texts),
    inlineText(lost.model),
    figures.count(lost.tries),
    figures.money(lost.costNanoUsd),
    inlineText(lost.error),
  ]);
  const { task, purpose, model, calls, counted, happened } = texts.columns;
  return [
    texts.run.unknownCalls(tries, figures.money(costNanoUsd)),
    writeTable([task, purpose, model, right(calls), right(counted), happened], rows),
  ];
}

function endSentence(line: string, { fullStop }: ReportTexts): string {
  return /[.!?。！？]$/.test(line) ? line : `${line}${fullStop}`;
}
