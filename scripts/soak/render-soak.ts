import type { Finding } from '../chaos/check/finding.ts';
import type { Sample } from './sample.ts';
import { computeSlopes } from './slopes.ts';

const kilobytesPerMegabyte = 1_024;

/** Renders the slopes as a markdown table, the growth of the tables a run, and each broken promise. */
export function renderSoak(samples: readonly Sample[], findings: readonly Finding[]): string {
  const slopes = computeSlopes(samples);
  const tables = slopes.filter(({ name }) => name.startsWith('tables of '));
  const runs = slopes.find(({ name }) => name === 'ended runs');
  const grownMb = tables.reduce((sum, { perHour }) => sum + perHour, 0);
  return [
    '| measured | first | last | highest | change an hour |',
    '|---|---|---|---|---|',
    ...slopes.map(({ name, first, last, highest, perHour }) =>
      [`| ${name}`, ...[first, last, highest, perHour].map((value) => value.toFixed(1))].join(' | ').concat(' |'),
    ),
    '',
    `Tables grow by ${((grownMb * kilobytesPerMegabyte) / (runs?.perHour || 1)).toFixed(0)} KB a run.`,
    `Broken promises: ${findings.length}`,
    ...findings.map(({ rule, detail }) => `- ${rule}: ${detail}`),
  ].join('\n');
}
