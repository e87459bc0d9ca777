import type { AnalyzedEngagement } from '@ecp/contract/reach/insights';
import { expect, it } from 'vitest';
import type { Figure } from './insights-search.ts';
import { belongs, countBy, sumUp } from './owner-figures.ts';

const engagement = (id: string, facts: Partial<AnalyzedEngagement> = {}): AnalyzedEngagement => ({
  id,
  name: id,
  client: 'Contoso',
  status: 'completed',
  archived: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  dueDate: null,
  budget: 10,
  spent: 0,
  completedRuns: 1,
  documents: 2,
  approvedDocuments: 0,
  revisions: 0,
  hoursToApproval: null,
  clientDecisions: { approved: 0, rejected: 0 },
  ...facts,
});
const today = '2026-03-10';
const done = { approvedDocuments: 2, hoursToApproval: 4 };
const all = [
  engagement('late', { dueDate: '2026-03-09', spent: 2, completedRuns: 3 }),
  engagement('due', { dueDate: '2026-03-10', status: 'running', client: 'Acme', revisions: 3 }),
  engagement('done', {
    ...done,
    dueDate: '2026-03-01',
    spent: 4,
    clientDecisions: { approved: 1, rejected: 1 },
  }),
  engagement('archived', { dueDate: '2026-01-01', archived: true, hoursToApproval: 8 }),
];

// INS-11
it('sums what an owner asks: what is due and late, money, time, revisions and decisions', () => {
  expect(sumUp(all, today)).toEqual({
    engagements: 4,
    runs: 6,
    due: 1,
    late: 1,
    spent: 6,
    left: 18,
    medianHours: 6,
    documents: 8,
    revisionsPerDocument: 3 / 8,
    clientApproved: 1,
    clientRejected: 1,
  });
  expect(sumUp([], today)).toMatchObject({
    engagements: 0,
    medianHours: null,
    revisionsPerDocument: null,
  });
});

// INS-11
it('finds the engagements behind each figure, state and client', () => {
  const idsOf = (figure: Figure) =>
    all.filter((one) => belongs(one, { figure }, today)).map(({ id }) => id);
  expect(idsOf('late')).toEqual(['late']);
  expect(idsOf('due')).toEqual(['due']);
  expect(idsOf('spent')).toEqual(['late', 'done']);
  expect(idsOf('approved')).toEqual(['done', 'archived']);
  expect(idsOf('revised')).toEqual(['due']);
  expect(idsOf('decided')).toEqual(['done']);
  expect(
    all.filter((one) => belongs(one, { status: 'archived' }, today)).map(({ id }) => id),
  ).toEqual(['archived']);
  expect(all.filter((one) => belongs(one, { client: 'Acme' }, today)).map(({ id }) => id)).toEqual([
    'due',
  ]);
  expect(countBy(all, ({ client }) => client)).toEqual([
    { name: 'Contoso', count: 3, spent: 6 },
    { name: 'Acme', count: 1, spent: 0 },
  ]);
});
