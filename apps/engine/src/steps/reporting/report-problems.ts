import { formatUsd } from '@ecp/contract/declaring/money';
import type { RunFacts, TaskFacts } from './facts.ts';
import { countOf, mean } from './figures.ts';
import { inlineText, writeTable } from './markdown-text.ts';
import { purposeName } from './spending.ts';

/** Returns one entry for each task that did not complete: the reason and what to do. */
export function listUnfinishedTasks(facts: RunFacts): string[] {
  return facts.tasks
    .filter(({ state }) => state !== 'completed')
    .map(
      (task) => `**${inlineText(task.name)}**: ${describeReason(task)} *What to do:* ${describeRemedy(facts, task)}`,
    );
}

function describeReason({ state, error, wordCount, filename }: TaskFacts): string {
  const reasons: Record<TaskFacts['state'], string> = {
    completed: '',
    failed: sentence(error ?? 'it failed without a recorded reason'),
    exhausted: sentence(error ?? 'the budget was exhausted'),
    skipped: sentence(error ?? 'a task that it builds on did not complete'),
    stopped: 'It was stopped.',
    not_started: 'The run ended before it could start.',
  };
  const kept = wordCount === null ? '' : ` Its document ${inlineText(filename)} is kept, without a score.`;
  return `${reasons[state]}${kept}`;
}

function describeRemedy(facts: RunFacts, task: TaskFacts): string {
  const { tasks } = facts;
  const rerun = task.wordCount !== null || task.hasEarlierVersion;
  const again = rerun
    ? `rerun ${inlineText(task.filename)}`
    : 'start the run again, which makes a new version of every document';
  if (task.state === 'skipped') {
    const missing = tasks.filter(({ id, state }) => task.dependsOn.includes(id) && state !== 'completed');
    const names = missing.map(({ name }) => `"${inlineText(name)}"`).join(', ');
    return names === '' ? `${again}.` : `resolve ${names} first, then ${again}.`;
  }
  const overBudget = task.state === 'exhausted' || tasks.some(({ state }) => state === 'exhausted');
  if (task.state !== 'failed' && overBudget) return `${adviseBudget(facts)}, then ${again}.`;
  return `resolve the cause above, then ${again}.`;
}

/** Says how far to raise an exhausted budget: by the cost of the unfinished tasks at this run's average. */
export function adviseBudget({ tasks, budget }: RunFacts): string {
  const typical = mean(tasks.filter(({ state }) => state === 'completed').map(({ costNanoUsd }) => costNanoUsd));
  if (typical === null) return `raise the budget above ${formatUsd(budget.limitNanoUsd)}`;
  const open = tasks.filter(({ state }) => state !== 'completed').length;
  const needed = budget.spentNanoUsd + budget.reservedNanoUsd + open * typical;
  const raised = Math.max(needed, budget.limitNanoUsd * 1.2);
  return (
    `raise the budget from ${formatUsd(budget.limitNanoUsd)} to at least ${formatUsd(roundUpToCent(raised))} ` +
    `(${countOf(open, 'task')} open, ${formatUsd(Math.round(typical))} per completed task)`
  );
}

const cent = 10_000_000;
const roundUpToCent = (nano: number): number => Math.ceil(nano / cent) * cent;

/** Lists the calls with unknown billing. They count at their worst case, so that the budget holds (BUD-2). */
export function writeUnknownCalls({ lostTries, tasks }: RunFacts): string[] {
  const unknown = lostTries.filter(({ billing }) => billing === 'unknown');
  if (unknown.length === 0) return [];
  const tries = unknown.reduce((sum, lost) => sum + lost.tries, 0);
  const costNanoUsd = unknown.reduce((sum, lost) => sum + lost.costNanoUsd, 0);
  const rows = unknown.map((lost) => [
    lost.taskId === null ? '–' : inlineText(tasks.find(({ id }) => id === lost.taskId)?.name ?? lost.taskId),
    purposeName(lost.purpose),
    inlineText(lost.model),
    String(lost.tries),
    formatUsd(lost.costNanoUsd),
    inlineText(lost.error),
  ]);
  return [
    `${countOf(tries, 'call')} ended without an answer, and it is unknown whether ${tries === 1 ? 'it was' : 'they were'} ` +
      `billed. The budget counts the worst case, ${formatUsd(costNanoUsd)} in all; the provider's invoice may be lower.`,
    writeTable(
      [
        { title: 'Task' },
        { title: 'Purpose' },
        { title: 'Model' },
        { title: 'Calls', numeric: true },
        { title: 'Counted', numeric: true },
        { title: 'What happened' },
      ],
      rows,
    ),
  ];
}

function sentence(text: string): string {
  const line = inlineText(text);
  return /[.!?]$/.test(line) ? line : `${line}.`;
}
