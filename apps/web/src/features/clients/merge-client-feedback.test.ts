import { type Author, displayNameOf } from '@ecp/contract/values/authors';
import { expect, it } from 'vitest';
import type { Version } from '../../domain/deliverables/queries.ts';
import { mergeClientFeedback } from './merge-client-feedback.ts';

const at = (minute: number) => `2026-11-20T12:${String(minute).padStart(2, '0')}:00.000Z`;
const review = (action: 'approve' | 'reject', kind: Author['kind'], name: string, minute: number) => ({
  action,
  notes: null,
  reviewedBy: displayNameOf({ kind, name }),
  overrideReason: null,
  reviewedAt: at(minute),
  author: { kind, id: kind, name },
});
const version = (number: number, reviews: Version['reviews']): Version => ({
  id: `v${number}`,
  version: number,
  wordCount: 1,
  createdAt: at(0),
  approvalStatus: 'pending_review',
  runId: 'r',
  clientDecision: null,
  score: null,
  origin: 'agent' as const,
  editedBy: null,
  note: null,
  citations: null,
  noteAnswers: [],
  reviews,
  stale: false,
  staleBecause: [],
  answeredAssumptions: [],
});

it('merges comments and reviews of clients, newest first, without the team’s reviews', () => {
  const author: Author = { kind: 'client', id: 'link', name: 'Clara' };
  const place = { quote: null, prefix: null, suffix: null, section: null, passage: null, orphaned: false };
  const said = { id: 'c1', filename: null, author, body: 'Thanks', createdAt: at(2) };
  const comment = { ...said, ...place, status: 'open' as const, replies: [] };
  const versions = [
    version(2, [review('approve', 'client', 'Clara', 5), review('approve', 'user', 'Ada Owner', 4)]),
    version(1, [review('reject', 'client', 'Karl', 1)]),
  ];
  const voices = mergeClientFeedback([comment], [{ filename: 'plan.md', versions }]);
  expect(voices.map(({ kind, author, version: of }) => [kind, author, of])).toEqual([
    ['approved', 'Clara', 2],
    ['commented', 'Clara', null],
    ['rejected', 'Karl', 1],
  ]);
  expect(new Set(voices.map(({ id }) => id)).size).toBe(3);
});

it.each(['user', 'api_key'] as const)('never treats a %s as a client, whatever its name', (kind) => {
  const versions = [version(1, [review('approve', kind, 'Clara (client)', 1)])];
  expect(mergeClientFeedback([], [{ filename: 'plan.md', versions }])).toEqual([]);
});
