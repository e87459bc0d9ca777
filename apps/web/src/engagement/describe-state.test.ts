import { expect, test } from 'vitest';
import type { EngagementSummary } from '../base/api/engagement-queries.ts';
import { describeState } from './describe-state.ts';

const nothing = { reviews: 0, questions: 0, comments: 0, failed: 0 };
const summary: EngagementSummary = {
  id: 'e',
  name: 'Entry',
  client: 'Acme',
  status: 'completed',
  owner: null,
  dueDate: null,
  documents: 3,
  sample: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  archivedAt: null,
  waiting: nothing,
};
const textOf = (change: Partial<EngagementSummary>) =>
  describeState({ ...summary, ...change }, 'me').text;

// ENG-32
test('tells what waits for whom, and the status only if nothing waits', () => {
  const waiting = { ...nothing, reviews: 5, questions: 1 };
  expect(textOf({ waiting })).toBe('5 reviews, 1 question for the team');
  expect(textOf({ waiting, owner: { id: 'me', name: 'Ada' } })).toBe(
    '5 reviews, 1 question for you',
  );
  expect(textOf({ waiting, status: 'running', owner: { id: 'o', name: 'Otto' } })).toBe(
    'Running · 5 reviews, 1 question for Otto',
  );
  const failed = { ...nothing, failed: 1 };
  expect(describeState({ ...summary, status: 'failed', waiting: failed }, 'me')).toEqual({
    tone: 'danger',
    text: 'Failed run for the team',
  });
  expect(textOf({})).toBe('All reviewed');
  expect(textOf({ documents: 0 })).toBe('Completed');
  expect(textOf({ sample: true })).toBe('Completed');
  expect(textOf({ status: 'failed' })).toBe('Failed');
  expect(textOf({ waiting, archivedAt: summary.createdAt })).toBe('Archived');
});
