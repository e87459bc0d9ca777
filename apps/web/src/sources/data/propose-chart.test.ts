import { expect, it } from 'vitest';
import type { TableColumn } from '../../shared/data/data-queries.ts';
import { titleOf } from './chart-title.ts';
import { proposeChart, writeChartBlock } from './result-formats.ts';

const column = (name: string, type: TableColumn['type'], unit: string | null = null) => ({
  name,
  type,
  unit,
});
const propose = (...columns: TableColumn[]) => proposeChart({ id: 'q1', columns });

it('proposes bars over names and a line over time, with the unit of the numbers', () => {
  expect(propose(column('region', 'text'), column('sales', 'number', 'EUR'))).toEqual({
    query: 'q1',
    type: 'bar',
    x: 'region',
    y: ['sales'],
    title: 'Sales by region',
    unit: 'EUR',
  });
  expect(propose(column('day', 'date'), column('sales', 'number'))).toMatchObject({
    type: 'line',
    x: 'day',
  });
  expect(propose(column('sales', 'number'), column('year', 'number'))).toMatchObject({
    type: 'line',
    x: 'year',
  });
});

// CHA-12
it('titles a chart by what it plots, in the words of the file or of the query', () => {
  expect(titleOf(['Sessions planned'], 'Clinic')).toBe('Sessions planned by clinic');
  expect(titleOf(['sessions_planned', 'sessions_held'], 'clinic_name')).toBe(
    'Sessions planned, Sessions held by clinic name',
  );
  expect(titleOf(['Share cancelled'], 'GP', 'mean')).toBe('Average share cancelled by GP');
});

it('proposes nothing without numbers over something', () => {
  expect(propose(column('region', 'text'))).toBe(null);
  expect(propose(column('sales', 'number'))).toBe(null);
});

it('writes a block that a document can hold', () => {
  const spec = { query: 'q1', type: 'bar', x: 'a', y: ['b'], title: 'C', unit: null } as const;
  const block = writeChartBlock({ ...spec, y: [...spec.y] });
  expect(block.startsWith('```chart\n{')).toBe(true);
  expect(JSON.parse(block.split('\n').slice(1, -1).join('\n'))).toEqual(spec);
});
