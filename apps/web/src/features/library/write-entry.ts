import type { PatternTask, RunPattern } from '@ecp/contract/values/run-pattern';
import { formatCount, formatDuration, formatScore, formatUsd } from '../../format/format.ts';
import { libraryTexts } from '../../texts/en/library.ts';

const texts = libraryTexts.entry;

/** Names of agents by slug. */
export type AgentNames = ReadonlyMap<string, string>;

/** Writes a library entry as markdown without a title: tables of tasks, criteria and models. */
export function writeEntry(pattern: RunPattern, agents: AgentNames): string {
  const { totals, planned, offlineModel } = pattern;
  const { tasks, completed, averageScore, costUsd, durationMs } = totals;
  const done = libraryTexts.tasks(completed, tasks);
  const score = averageScore === null ? texts.noScore : formatScore(averageScore);
  const parts = [
    texts.summary(done, score, formatUsd(costUsd), formatDuration(durationMs)),
    [planned ? texts.planned : texts.given, offlineModel ? texts.offline : ''].filter(Boolean).join(' '),
    `## ${texts.tasks}\n\n${writeTable(texts.taskColumns, writeTasks(pattern, agents), 4)}`,
  ];
  const criteria = averageCriteria(pattern.tasks);
  if (criteria.length > 0) parts.push(`## ${texts.criteria}\n\n${writeTable(texts.criteriaColumns, criteria, 1)}`);
  if (pattern.models.length > 0) {
    parts.push(`## ${texts.models}\n\n${writeTable(texts.modelColumns, writeModels(pattern), 1)}`);
  }
  return parts.join('\n\n');
}

function writeTasks({ tasks }: RunPattern, agents: AgentNames): string[][] {
  return tasks.map(({ position, name, agent, dependsOn, state, model, score, costUsd }) => [
    `${position}. ${state === 'completed' ? name : texts.failed(name)}`,
    agents.get(agent) ?? agent,
    dependsOn.join(', ') || texts.none,
    model ?? texts.none,
    writeScore(score),
    formatUsd(costUsd),
  ]);
}

function writeModels({ models }: RunPattern): string[][] {
  return models.map(({ model, tasks, averageScore, costUsd }) => [
    model,
    formatCount(tasks),
    writeScore(averageScore),
    formatUsd(costUsd),
  ]);
}

/** Averages each criterion over all tasks. The weakest comes first, because there the next run can improve most. */
function averageCriteria(tasks: readonly PatternTask[]): string[][] {
  const marks = Map.groupBy(
    tasks.flatMap(({ criteria }) => criteria),
    ({ id }) => id,
  );
  return [...marks]
    .map(([id, of]) => ({ id, count: of.length, average: of.reduce((sum, { score }) => sum + score, 0) / of.length }))
    .sort((one, other) => one.average - other.average)
    .map(({ id, count, average }) => [nameCriterion(id), formatCount(count), writeScore(average)]);
}

const writeScore = (score: number | null): string => (score === null ? texts.none : formatScore(score));

/** Converts `task-fit` to “Task fit”. */
const nameCriterion = (id: string): string => `${id.charAt(0).toUpperCase()}${id.slice(1)}`.replaceAll('-', ' ');

/** Writes a table whose columns from index `firstNumber` on are right-aligned. */
function writeTable(columns: readonly string[], rows: readonly string[][], firstNumber: number): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(' | ')} |`;
  const rule = `|${columns.map((_, place) => (place < firstNumber ? '---' : '---:')).join('|')}|`;
  return [line(columns), rule, ...rows.map(line)].join('\n');
}

/** Escapes a cell, because names come from users and must not act as markup. */
const escapeCell = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]<>()#+!|~&]/g, (character) => `\\${character}`);
