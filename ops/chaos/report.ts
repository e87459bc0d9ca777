import { renderTable } from '../report.ts';
import type { Bill } from './bill.ts';
import type { ChaosResult } from './run-chaos.ts';

/** Broken promises of a rule that are shown one by one. */
const shownOfRule = 10;

/** Renders what was made and seen as a table, and each broken promise. */
export function renderChaos(
  { journal, made, bill, deliveries, endsByDesign, findings, tookMs }: ChaosResult,
  planned: number,
): string {
  const kinds = new Set(made.map(({ kind }) => kind)).size;
  const ended = journal.runs.filter((run) => run.ended !== null).length;
  const rules = [...Map.groupBy(findings, ({ rule }) => rule)];
  const details = rules.flatMap(([rule, list]) => {
    const more = list.length > shownOfRule ? [`- ${rule}: ${list.length - shownOfRule} more`] : [];
    return [...list.slice(0, shownOfRule).map(({ detail }) => `- ${rule}: ${detail}`), ...more];
  });
  const rows = [
    ['seen', ''],
    ['faults made / planned', `${made.length} / ${planned}, of ${kinds} kinds`],
    ['duration', `${Math.round(tookMs / 1_000)} s`],
    ['runs acknowledged / ended', `${journal.runs.length} / ${ended}`],
    ['other writes acknowledged', String(journal.writes.length)],
    ['answers by status', [...journal.answers].map(([status, n]) => `${status}: ${n}`).join(', ')],
    ['deliveries accepted', String(deliveries)],
    ...renderBill(bill),
    ['services that ended because a fault kept them from the database', String(endsByDesign)],
    ['broken promises', String(findings.length)],
  ];
  return `\n${renderTable(rows)}\n${details.map((line) => `\n${line}`).join('')}`;
}

function renderBill(bill: Bill | null): string[][] {
  if (bill === null) return [['bill', 'could not be read']];
  const { calls, billedUsd, shownUsd, repeatedInFlight, unknown } = bill;
  return [
    ['model calls', String(calls)],
    ['billed / shown', `${billedUsd.toFixed(4)} / ${shownUsd.toFixed(4)} USD`],
    ['answers lost in flight and asked again', String(repeatedInFlight)],
    [
      'interrupted calls, shown at their worst case',
      `${unknown.count} (${unknown.usd.toFixed(4)} USD)`,
    ],
  ];
}
