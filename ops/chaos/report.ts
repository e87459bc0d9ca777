import { readFile, writeFile } from 'node:fs/promises';
import { onInterrupt, readSize } from '../command-line.ts';
import type { Bill } from './bill.ts';
import type { AcknowledgedRun, AcknowledgedWrite } from './consultant.ts';
import type { ChaosResult } from './run-chaos.ts';

/** Broken promises of a rule that are shown one by one. */
const shownOfRule = 10;

/** Renders the result as markdown tables: what was made and seen, and each broken promise. */
export function renderChaos(
  { journal, made, bill, deliveries, endsByDesign, findings, tookMs }: ChaosResult,
  planned: number,
): string {
  const timesByKind = [...Map.groupBy(made, ({ kind }) => kind).values()].map(
    ({ length }) => length,
  );
  const times =
    timesByKind.length === 0
      ? ''
      : `, ${Math.min(...timesByKind)} to ${Math.max(...timesByKind)} times`;
  const ended = journal.runs.filter((run) => run.ended !== null).length;
  const rules = [...Map.groupBy(findings, ({ rule }) => rule)];
  return [
    '',
    '| seen | |',
    '|---|---|',
    `| faults made / planned | ${made.length} / ${planned} |`,
    `| kinds, each made | ${timesByKind.length}${times} |`,
    `| duration | ${Math.round(tookMs / 1_000)} s |`,
    `| runs acknowledged / ended | ${journal.runs.length} / ${ended} |`,
    `| other writes acknowledged | ${countByKind(journal.writes)} |`,
    `| answers by status | ${[...journal.answers].map(([status, count]) => `${status}: ${count}`).join(', ')} |`,
    `| deliveries accepted | ${deliveries} |`,
    ...renderBill(bill),
    `| longest run | ${Math.max(0, ...journal.runs.map(runSeconds)).toFixed(0)} s |`,
    `| services that ended because a fault kept them from the database | ${endsByDesign} |`,
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

function renderBill(bill: Bill | null): string[] {
  if (bill === null) return ['| bill | could not be read |'];
  const { calls, billedUsd, shownUsd, repeatedInFlight, repeatedUsd, unknown } = bill;
  return [
    `| model calls | ${calls} |`,
    `| billed / shown | ${billedUsd.toFixed(4)} / ${shownUsd.toFixed(4)} USD |`,
    `| answers lost in flight and asked again | ${repeatedInFlight} (${repeatedUsd.toFixed(4)} USD) |`,
    `| interrupted calls, shown at their worst case | ${unknown.count} (${unknown.usd.toFixed(4)} USD) |`,
  ];
}

const countByKind = (writes: readonly AcknowledgedWrite[]): string =>
  [...Map.groupBy(writes, ({ kind }) => kind)]
    .map(([kind, list]) => `${kind}s: ${list.length}`)
    .join(', ');

const runSeconds = ({ startedAtMs, ended }: AcknowledgedRun) =>
  ((ended?.atMs ?? startedAtMs) - startedAtMs) / 1_000;

const page = new URL('../../docs/chaos.md', import.meta.url);

/** Replaces the table of docs/chaos.md. Throws if the page has no markers around it. */
export async function writeTable(text: string): Promise<void> {
  const whole = await readFile(page, 'utf8');
  const [begin, end] = ['<!-- chaos -->', '<!-- end of chaos -->'];
  const [before, rest] = whole.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`docs/chaos.md has no ${begin} … ${end}`);
  await writeFile(page, `${before}${begin}\n${text.trim()}\n${end}${after}`);
}

/** Sizes of the load, as texts. */
interface LoadOptions extends Record<'platforms' | 'engines' | 'engagements', string> {
  'model-ms': string;
  'pause-ms': string;
}

/**
 * Returns the numbers of processes and engagements, and times in milliseconds. Throws if one is no
 * size.
 */
export const readLoadSizes = (options: LoadOptions) => ({
  platforms: readSize('platforms', options.platforms),
  engines: readSize('engines', options.engines),
  engagements: readSize('engagements', options.engagements),
  modelMs: readSize('model-ms', options['model-ms']),
  pauseMs: readSize('pause-ms', options['pause-ms']),
});

/** Returns a signal that SIGINT or SIGTERM aborts. A second request ends the process at once. */
export function watchSignals(): AbortSignal {
  const stopped = new AbortController();
  onInterrupt(() => stopped.abort());
  return stopped.signal;
}
