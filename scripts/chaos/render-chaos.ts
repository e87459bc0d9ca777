import type { AcknowledgedRun } from './journal.ts';
import type { ChaosResult } from './run-chaos.ts';

/** Broken promises of a rule that are shown one by one. */
const shownOfRule = 10;

/** Renders the result as markdown tables: the faults by kind, what was seen, and each broken promise. */
export function renderChaos(
  { journal, made, bill, deliveries, endings, findings, tookMs }: ChaosResult,
  planned: number,
): string {
  const kinds = [...Map.groupBy(made, ({ kind }) => kind)];
  const ended = journal.runs.filter((run) => run.ended !== null).length;
  const rules = [...Map.groupBy(findings, ({ rule }) => rule)];
  return [
    '',
    '| fault | made |',
    '|---|---|',
    ...kinds.map(([kind, list]) => `| ${kind} | ${list.length} |`),
    '',
    '| seen | |',
    '|---|---|',
    `| faults made / planned | ${made.length} / ${planned} |`,
    `| duration | ${Math.round(tookMs / 1_000)} s |`,
    `| runs acknowledged / ended | ${journal.runs.length} / ${ended} |`,
    `| other writes acknowledged | ${journal.writes.length} |`,
    `| answers by status | ${[...journal.answers].map(([status, count]) => `${status}: ${count}`).join(', ')} |`,
    `| deliveries accepted | ${deliveries} |`,
    `| model calls | ${bill.calls} |`,
    `| billed / shown | ${bill.billedUsd.toFixed(4)} / ${bill.shownUsd.toFixed(4)} USD |`,
    `| answers lost in flight and asked again | ${bill.repeatedInFlight} (${bill.repeatedUsd.toFixed(4)} USD) |`,
    `| longest run | ${Math.max(0, ...journal.runs.map(runSeconds)).toFixed(0)} s |`,
    `| services that ended by themselves | ${endings.length} |`,
    `| broken promises | ${findings.length} |`,
    ...rules.map(([rule, list]) => `| – ${rule} | ${list.length} |`),
    '',
    ...rules.flatMap(([rule, list]) => [
      ...list.slice(0, shownOfRule).map(({ detail }) => `- ${rule}: ${detail}`),
      ...(list.length > shownOfRule ? [`- ${rule}: ${list.length - shownOfRule} more`] : []),
    ]),
  ].join('\n');
}

/** Renders the arguments of a program that stand for another run of the same kind. */
export const renderArguments = (values: Record<string, unknown>): string =>
  Object.entries(values)
    .filter(([name, value]) => name !== 'write' && value !== '')
    .map(([name, value]) => `\`--${name} ${value}\``)
    .join(' ');

const runSeconds = ({ startedAtMs, ended }: AcknowledgedRun) => ((ended?.atMs ?? startedAtMs) - startedAtMs) / 1_000;
