import { expect, it } from 'vitest';
import { documentStatusOf } from './document-status.ts';

const document = { asksDecision: true, version: 2, clientDecision: null };
const decided = (action: 'approve' | 'reject', version: number) => ({
  ...document,
  clientDecision: {
    action,
    author: { kind: 'client' as const, id: 'link', name: 'Clara' },
    notes: null,
    at: '2026-01-01T00:00:00Z',
    version,
  },
});

// REL-9
it('shows the client’s own answer to this version', () => {
  expect(documentStatusOf(decided('approve', 2), true)).toBe('approved');
  expect(documentStatusOf(decided('reject', 2), false)).toBe('rejected');
  expect(documentStatusOf(decided('approve', 1), true)).toBe('waiting');
});

// POR-20
it('waits for an answer where the document asks for one and the link may give it', () => {
  expect(documentStatusOf(document, true)).toBe('waiting');
  expect(documentStatusOf(document, false)).toBe('shared');
  expect(documentStatusOf({ ...document, asksDecision: false }, true)).toBe('shared');
});
