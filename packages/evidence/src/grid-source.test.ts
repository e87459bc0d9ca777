import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { expect, test } from 'vitest';
import { checkEvidence } from './check-evidence.ts';
import { type CitableGrid, gridSource } from './grid-source.ts';

const cell = (
  value: string | number | boolean | null,
  text: string,
  state: CitableGrid['rows'][number]['cells'][number]['state'],
) => ({ value, unit: typeof value === 'number' ? 'EUR' : null, text, state });
const grid: CitableGrid = {
  id: 'gk3x9',
  title: 'Leases',
  columns: [{ name: 'Rent' }, { name: 'Deposit' }],
  rows: [
    {
      filename: 'hall-7.md',
      cells: [
        cell(48_000, 'The yearly rent is EUR 48,000.', 'verified'),
        cell(null, '', 'not_found'),
      ],
    },
    {
      filename: 'hall-8.md',
      cells: [
        cell(52_000, 'The yearly rent is EUR 52,000.', 'altered'),
        cell(true, 'yes', 'edited'),
      ],
    },
  ],
};

const check = async (sentence: string, note: string) => {
  const material = {
    brief: '',
    language: 'en' as const,
    assignment: [],
    upstream: [],
    consultations: [],
    reviewNotes: [],
    queries: [],
    tables: [],
    sources: [gridSource(grid)],
  };
  const citations = await checkEvidence(`${sentence}[^1]\n\n[^1]: ${note}\n`, material, {
    slice: createTimeSlice(undefined, 4),
  });
  return citations.map(({ state, source }) => [state, source.title]);
};

// GRD-12
test('a document cites a cell of a grid, and another value or a refuted cell is altered', async () => {
  const sentence = 'The yearly rent is EUR 48,000.';
  expect(await check(sentence, 'Grid gk3x9: “hall-7.md: Rent: 48000”')).toEqual([
    ['unjudged', 'Grid gk3x9'],
  ]);
  expect(await check(sentence, 'Grid gk3x9: “hall-7.md: Rent: 48,000”')).toEqual([
    ['unjudged', 'Grid gk3x9'],
  ]);
  expect(await check(sentence, 'Grid gk3x9: “hall-7.md: Rent: 48000 EUR”')).toEqual([
    ['unjudged', 'Grid gk3x9'],
  ]);
  expect(
    await check('The yearly rent is $48,000.', 'Grid gk3x9: “hall-7.md: Rent: 48000”'),
  ).toEqual([['unsupported', 'Grid gk3x9']]);
  expect(await check(sentence, 'Grid gk3x9: “hall-7.md: Rent: 49000”')).toEqual([
    ['altered', 'Grid gk3x9'],
  ]);
  expect(await check('The rent is EUR 52,000.', 'Grid gk3x9: “hall-8.md: Rent: 52000”')).toEqual([
    ['altered', 'Grid gk3x9'],
  ]);
  expect(
    await check('No deposit is named.', 'Grid gk3x9: “hall-7.md: Deposit: not found”'),
  ).toEqual([['unjudged', 'Grid gk3x9']]);
});
