import { type Author, displayNameOf } from '@ecp/contract/values/authors';
import { expect, it } from 'vitest';
import { documentStatusOf } from './document-status.ts';

const approvedBy = (kind: Author['kind'], name: string) => {
  const reviewAuthor = { kind, id: null, name };
  return { approvalStatus: 'approved' as const, reviewedBy: displayNameOf(reviewAuthor), reviewAuthor };
};

it('shows the client’s own answer', () => {
  expect(documentStatusOf(approvedBy('client', 'Clara'), true)).toBe('approved');
});

// REV-15
it.each(['user', 'api_key'] as const)(
  'still waits for the client after an approval by a %s, whatever its name',
  (kind) => {
    expect(documentStatusOf(approvedBy(kind, 'Clara (client)'), true)).toBe('waiting');
    expect(documentStatusOf(approvedBy(kind, 'Clara (client)'), false)).toBe('shared');
  },
);
