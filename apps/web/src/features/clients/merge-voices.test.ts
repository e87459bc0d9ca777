import { expect, it } from 'vitest';
import type { Version } from '../../domain/deliverables/queries.ts';
import { mergeVoices } from './merge-voices.ts';

const at = (minute: number) => `2026-11-20T12:${String(minute).padStart(2, '0')}:00.000Z`;
const review = (action: 'approve' | 'reject', reviewedBy: string, minute: number) => ({
  action,
  notes: null,
  reviewedBy,
  reviewedAt: at(minute),
});
const version = (number: number, reviews: Version['reviews']): Version => ({
  id: `v${number}`,
  version: number,
  wordCount: 1,
  createdAt: at(0),
  approvalStatus: 'pending_review',
  runId: 'r',
  score: null,
  citations: null,
  reviews,
  stale: false,
  staleBecause: [],
});

it('puts comments and answers of clients in one row, newest first, without the team’s reviews', () => {
  const comment = { id: 'c1', filename: null, author: 'Clara', body: 'Thanks', createdAt: at(2) };
  const versions = [
    version(2, [review('approve', 'Clara (client)', 5), review('approve', 'Ada Owner', 4)]),
    version(1, [review('reject', 'Karl (client)', 1)]),
  ];
  const voices = mergeVoices([comment], [{ filename: 'plan.md', versions }]);
  expect(voices.map(({ kind, author, version: of }) => [kind, author, of])).toEqual([
    ['approved', 'Clara', 2],
    ['commented', 'Clara', null],
    ['rejected', 'Karl', 1],
  ]);
  expect(new Set(voices.map(({ id }) => id)).size).toBe(3);
});
