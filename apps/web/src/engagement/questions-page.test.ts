import { expect, test } from 'vitest';
import type { ListedDeliverable } from '../base/api/document-queries.ts';
import { listAnsweredSince } from './questions-page.tsx';

const listed = (filename: string, version: number, isAnswered: boolean): ListedDeliverable => ({
  id: `${filename} ${version}`,
  filename,
  version,
  wordCount: 1,
  taskId: 'a',
  createdAt: '2026-01-01T00:00:00.000Z',
  runId: 'r',
  approvalStatus: 'approved' as const,
  approvals: [],
  approvalsNeeded: 1,
  authorId: null,
  clientDecision: null,
  clientDecisions: [],
  score: null,
  origin: 'agent' as const,
  editedBy: null,
  note: null,
  citations: null,
  conflicts: 0,
  stale: isAnswered,
  staleBecause: [],
  answeredAssumptions: isAnswered ? [{ questionId: 'q', question: 'Who?' }] : [],
});

test('lists files whose latest version rests on an answered assumption', () => {
  const files = [
    listed('a.md', 1, true),
    listed('a.md', 2, false),
    listed('b.md', 1, true),
    listed('c.md', 1, false),
  ];
  expect(listAnsweredSince(files)).toEqual(['b.md']);
});
