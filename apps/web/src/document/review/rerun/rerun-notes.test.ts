import { expect, it } from 'vitest';
import type { VersionReview } from '../../../base/api/document-queries.ts';
import { findConflict, reviewBasisOf } from '../review-flow.ts';
import { listRerunPoints } from './rerun.tsx';

const review = (
  action: VersionReview['action'],
  notes: string | null,
  minute = 0,
): VersionReview => ({
  action,
  notes,
  reviewedBy: 'Ada',
  overrideReason: null,
  reviewedAt: `2026-01-01T00:0${minute}:00Z`,
  author: { kind: 'user', id: 'u', name: 'Ada' },
});

it('a rerun gets the points since the last approval', () => {
  const reviews = [
    review('request_revision', '1. Owners.\n2. Dates.'),
    review('reject', 'Too long.'),
    review('approve', 'Fine.'),
    review('request_revision', 'Old.'),
  ];
  expect(listRerunPoints(reviews)).toEqual(['Owners.', 'Dates.', 'Too long.']);
  expect(listRerunPoints([review('approve', 'Fine.')])).toEqual([]);
});

it('a newer version or an unseen review is a conflict; a seen review is not', () => {
  const version = (number: number, reviews: VersionReview[]) => ({
    id: `${number}`,
    version: number,
    wordCount: 1,
    createdAt: '2026-01-01T00:00:00Z',
    approvalStatus: 'pending_review' as const,
    runId: 'r',
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
    stale: false,
    staleBecause: [],
    answeredAssumptions: [],
    noteAnswers: [],
    reviews,
  });
  const first = review('reject', null, 1);
  const second = review('approve', null, 2);
  const seen = reviewBasisOf(1, [version(1, [first])]);
  expect(findConflict(seen, [version(1, [first])])).toBeNull();
  expect(findConflict(seen, [version(1, [second, first])])).toEqual({
    kind: 'reviewed',
    review: second,
  });
  expect(findConflict(seen, [version(2, []), version(1, [first])])).toEqual({
    kind: 'newer',
    version: 2,
  });
});
