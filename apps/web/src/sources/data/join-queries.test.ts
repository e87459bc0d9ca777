import { expect, it } from 'vitest';
import type { QueryListItem } from '../../shared/data/data-queries.ts';
import { joinQueries } from './join-queries.ts';

const query = (id: string, facts: Partial<QueryListItem> = {}): QueryListItem => ({
  id,
  title: null,
  sql: 'select 1',
  rowCount: 1,
  truncated: false,
  resultHash: 'a',
  usedIn: [],
  createdBy: { kind: 'user', id: 'u', name: 'Ada' },
  createdAt: '2026-01-01T00:00:00.000Z',
  ...facts,
});

// TAB-31
it('lists a statement with one result once, with all its uses', () => {
  const joined = joinQueries([
    query('newest', { sql: 'select\n  1' }),
    query('other', { sql: 'select 2' }),
    query('cited', { usedIn: ['plan.md'], title: 'One' }),
    query('older', { usedIn: ['plan.md', 'paper.md'] }),
    query('changed', { resultHash: 'b' }),
  ]);
  expect(
    joined.map(({ query: { id, title }, times, usedIn }) => ({ id, title, times, usedIn })),
  ).toEqual([
    { id: 'cited', title: 'One', times: 3, usedIn: ['plan.md', 'paper.md'] },
    { id: 'other', title: null, times: 1, usedIn: [] },
    { id: 'changed', title: null, times: 1, usedIn: [] },
  ]);
});
