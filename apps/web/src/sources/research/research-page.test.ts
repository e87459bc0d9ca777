import { expect, it } from 'vitest';
import type { ListedPage, PageRead, RunSearch } from './research.ts';
import { filterResearch, sumUpResearch } from './research-page.tsx';

const asked = {
  agent: 'analyst',
  taskId: null,
  runId: 'r',
  detail: null,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const read = (id: string, change: Partial<PageRead>): PageRead => {
  return { ...asked, id, url: `https://example.com/${id}`, pageId: null, reason: null, ...change };
};
const search: RunSearch = {
  ...asked,
  id: 's',
  query: 'ferry prices',
  results: 3,
  reason: null,
  costUsd: 0.005,
};
const page: ListedPage = {
  id: 'p',
  url: 'https://example.com/p',
  title: 'Fares',
  fetchedAt: asked.createdAt,
  sha256: '0',
  sizeBytes: 1,
  author: null,
  publishedOn: null,
  citedBy: [{ filename: 'plan.md', version: 1, citations: 2 }],
};
const reads = [
  read('again', { pageId: 'p', agent: 'lead' }),
  read('p', { pageId: 'p' }),
  read('same', { pageId: 'p' }),
  read('open', {}),
  read('closed', { reason: 'robots', detail: 'example.com' }),
];
const summary = sumUpResearch(
  { searches: [search, { ...search, id: 't', costUsd: 0.005 }], reads },
  [page],
);

it('tells pages, open reads and refused ones apart, and adds up what searches cost', () => {
  expect(summary.pages).toEqual([{ ...page, agents: ['lead', 'analyst'] }]);
  expect(summary.pending.map(({ id }) => id)).toEqual(['open']);
  expect(summary.refused.map(({ id }) => id)).toEqual(['closed']);
  expect(summary.costUsd).toBeCloseTo(0.01);
});

it('filters every list by the typed words, in any order', () => {
  const found = filterResearch(summary, 'PRICES ferry');
  expect([found.searches.length, found.pages.length, found.refused.length]).toEqual([2, 0, 0]);
  expect(filterResearch(summary, 'plan.md').pages).toHaveLength(1);
  expect(filterResearch(summary, 'closed').refused).toHaveLength(1);
  expect(filterResearch(summary, '  ')).toBe(summary);
});
