import type { PortalView } from '@ecp/contract/reach/portal';
import { expect, test } from 'vitest';
import { listAsked } from './asked.ts';

const question = (id: string, status: 'open' | 'answered') => ({
  id,
  status,
  createdAt: '2026-01-01T00:00:00.000Z',
});
const comment = (id: string, kind: 'user' | 'client') => ({
  id,
  replies: [{ id: `reply-${id}`, author: { kind } }],
});
const view = {
  cover: { state: 'asked', asked: { decisions: ['b.md'], questions: 1 }, release: null },
  questions: [question('q1', 'answered'), question('q2', 'open')],
  deliverables: [{ filename: 'a.md' }, { filename: 'b.md' }],
  comments: [comment('c1', 'user'), comment('c2', 'client'), comment('c3', 'user')],
} as unknown as PortalView;

// REL-11, POR-15
test('lists questions as one item, then undecided documents, then comments with a reply that was not read', () => {
  expect(listAsked(view, new Set(['reply-c3']))).toMatchObject([
    { kind: 'questions', questions: [{ id: 'q2' }] },
    { kind: 'decision', document: { filename: 'b.md' } },
    { kind: 'reply', comment: { id: 'c1' } },
  ]);
});
