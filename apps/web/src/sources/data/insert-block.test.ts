import { expect, it } from 'vitest';
import type { RecordedQuery } from '../../data/data-queries.ts';
import { insertBlock, writeTableBlock } from './insert-block.ts';

// CHA-13
it('puts a block before the definitions of footnotes, and at the end without any', () => {
  expect(insertBlock('# Plan\n\nRent.[^1]\n\n[^1]: Costs.xlsx\n', 'BLOCK')).toBe(
    '# Plan\n\nRent.[^1]\n\nBLOCK\n\n[^1]: Costs.xlsx\n',
  );
  expect(insertBlock('# Plan\n\nText.\n', 'BLOCK')).toBe('# Plan\n\nText.\n\nBLOCK\n');
});

// CHA-13
it('writes a result as a table that cites its query', () => {
  const query = {
    ...{ id: 'q1', title: 'Sales | by region', sql: 'select 1', truncated: false, resultHash: 'h', rowCount: 1 },
    columns: [
      { name: 'region', type: 'text', unit: null },
      { name: 'sales', type: 'number', unit: 'EUR' },
    ],
    ...{ rows: [['North', 1200.5]], tables: [], createdAt: '2026-01-01T00:00:00.000Z' },
    createdBy: { kind: 'user', id: 'u', name: 'Ada' },
  } satisfies RecordedQuery;
  const written = (sales: string) =>
    `Sales \\| by region[^q1]\n\n| region | sales (EUR) |\n| --- | ---: |\n| North | ${sales} |\n\n[^q1]: Query q1`;
  expect(writeTableBlock(query, { decimalSign: '.' })).toBe(written('1200.5'));
  expect(writeTableBlock(query, { decimalSign: ',' })).toBe(written('1200,5'));
  expect(writeTableBlock(query, { decimalSign: null })).toBe(written('1200.5'));
});
