import { createTimeSlice } from '@ecp/semaphore/time-slice';
import { describe, expect, it } from 'vitest';
import { checkEvidence } from '../check-evidence.ts';
import { comparedReports } from './compared.cases.ts';
import { type Report, reports } from './sum.cases.ts';
import { otherReports } from './sum-fr-es-ja.cases.ts';

/** Reads "4,5 The claim{1} and another{2}." or "ad The claim.": what is cited, and the sentence. */
function readCase({ lines, table }: Report, line: string): { cited: string[]; sentence: string } {
  const [, places = '', sentence = ''] = /^(\S+) (.+)$/s.exec(line) ?? [];
  const cited = /^\d/.test(places)
    ? places.split(',').map((place) => lines[Number(place) - 1] ?? '')
    : [...places].map((letter) => table[letter.charCodeAt(0) - 96] ?? '');
  return { cited, sentence };
}

async function stateOf(report: Report, line: string): Promise<string> {
  const { cited, sentence } = readCase(report, line);
  const isTable = !/^\d/.test(line);
  const isQuery = line.startsWith('Q ');
  const marked = sentence.includes('{1}')
    ? sentence.replaceAll(/\{(\d)\}/g, '[^$1]')
    : `${sentence}${cited.map((_, index) => `[^${index + 1}]`).join('')}`;
  const queries = (report.query ? [report.query] : []).map(({ columns, rows }) => ({
    ...{ id: 'q_1', title: null, sql: 'select', resultHash: '', rows },
    columns: columns.map(([name, unit], index) => ({
      name,
      unit,
      type: index === 0 ? ('text' as const) : ('number' as const),
    })),
  }));
  const title = isTable ? 'sites.xlsx' : 'report.md';
  const notes = isQuery ? ['[^1]: Query q_1'] : cited.map((words, index) => `[^${index + 1}]: ${title}: “${words}”`);
  const sources = [
    { title: 'report.md', location: null, text: report.lines.join('\n\n') },
    { title: 'sites.xlsx', location: null, text: report.table.join('\n') },
  ];
  const given = { assignment: [], upstream: [], consultations: [], reviewNotes: [], queries, tables: [] };
  const material = { brief: '', language: report.language, sources, ...given };
  const checked = await checkEvidence(`# T\n\n${marked}\n\n${notes.join('\n')}\n`, material, {
    slice: createTimeSlice(undefined),
  });
  const open = checked.find(({ state }) => state !== 'verified' && state !== 'computed');
  return open ? `${open.state}: ${open.reason ?? ''}` : 'holds';
}

describe.each([...reports, ...otherReports, ...comparedReports])(
  'sums, differences, ratios and remainders in $language',
  (report) => {
    it.each(report.right)('holds: %s', async (line) => {
      expect(await stateOf(report, line)).toBe('holds');
    });
    it.each(report.wrong)('is caught: %s', async (line) => {
      expect(await stateOf(report, line)).not.toBe('holds');
    });
  },
);
