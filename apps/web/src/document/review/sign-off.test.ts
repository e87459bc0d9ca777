import { expect, test } from 'vitest';
import { findHindrance } from './sign-off.ts';

const at = '2026-01-01T00:00:00.000Z';
const approvals = [{ by: 'Ada', at, author: { kind: 'user' as const, id: 'ada', name: 'Ada' } }];
const waiting = {
  approvalStatus: 'pending_review' as const,
  approvals,
  approvalsNeeded: 2,
  authorId: 'ben',
};

// SGN-15
test('who has approved a version waits for others, and the author may be barred', () => {
  expect(findHindrance(waiting, 'ada', false)).toBe('given');
  expect(findHindrance(waiting, 'ben', false)).toBe('author');
  expect(findHindrance(waiting, 'ben', true)).toBeNull();
  expect(findHindrance(waiting, 'cyd', false)).toBeNull();
});

// SGN-15
test('an approval is given again after the number was lowered, and nothing hinders once the version is approved', () => {
  expect(findHindrance({ ...waiting, approvalsNeeded: 1 }, 'ada', true)).toBeNull();
  expect(findHindrance({ ...waiting, approvalStatus: 'approved' }, 'ben', false)).toBeNull();
});
