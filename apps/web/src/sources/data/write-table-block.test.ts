import { expect, it } from 'vitest';
import type { RecordedQuery } from '../../shared/data/data-queries.ts';
import { writeTableBlock } from './write-table-block.ts';

// CHA-13
it('writes a result as a table that cites its query', () => {
  const query = {
    id: 'q1',
    title: 'Sales | by region',
    sql: 'select 1',
    truncated: false,
    resultHash: 'h',
    rowCount: 1,
    columns: [
      { name: 'region', type: 'text', unit: null },
      { name: 'sales', type: 'number', unit: 'EUR' },
    ],
    rows: [['North', 1200.5]],
    tables: [],
    createdAt: '2026-01-01T00:00:00.000Z',
    createdBy: { kind: 'user', id: 'u', name: 'Ada' },
  } satisfies RecordedQuery;
  const written = (sales: string) =>
    `Sales \\| by region[^q1]\n\n| region | sales (EUR) |\n| --- | ---: |\n| North | ${sales} |\n\n[^q1]: Query q1`;
  expect(writeTableBlock(query, { decimalSign: '.' })).toBe(written('1200.5'));
  expect(writeTableBlock(query, { decimalSign: ',' })).toBe(written('1200,5'));
  expect(writeTableBlock(query, { decimalSign: null })).toBe(written('1200.5'));
});
