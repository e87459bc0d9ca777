import type { ClientDecisions } from '@ecp/contract/values/review-answers';
import { expect, it } from 'vitest';
import { mergeClientFeedback } from './client-feedback.tsx';

const at = (minute: number) => `2026-11-20T12:${String(minute).padStart(2, '0')}:00.000Z`;
const clara = { kind: 'client' as const, id: 'link', name: 'Clara' };
const decision = (
  action: 'approve' | 'reject',
  version: number,
  minute: number,
  clientName = 'Clara',
): ClientDecisions[number] => ({
  action,
  clientName,
  linkId: clientName,
  notes: null,
  at: at(minute),
  version,
});
const versionOf = (version: number, clientDecisions: ClientDecisions) => ({
  id: `v${version}`,
  filename: 'plan.md',
  version,
  clientDecisions,
});

// REL-9, REL-18
it('merges comments and decisions of clients, newest first, each decision once', () => {
  const place = {
    version: null,
    quote: null,
    prefix: null,
    suffix: null,
    section: null,
    passage: null,
    orphaned: false,
  };
  const said = { id: 'c1', filename: null, author: clara, body: 'Thanks', createdAt: at(2) };
  const comment = { ...said, ...place, status: 'open' as const, replies: [] };
  const approval = decision('approve', 2, 5);
  const refusal = decision('reject', 2, 4, 'Karl');
  const both = [approval, refusal];
  const versions = [
    versionOf(3, both),
    versionOf(2, both),
    versionOf(1, [decision('reject', 1, 1)]),
  ];
  const feedback = mergeClientFeedback([comment], versions);
  expect(feedback.map(({ kind, author, version: of }) => [kind, author, of])).toEqual([
    ['approved', 'Clara', 2],
    ['rejected', 'Karl', 2],
    ['commented', 'Clara', null],
    ['rejected', 'Clara', 1],
  ]);
  expect(new Set(feedback.map(({ id }) => id)).size).toBe(4);
});
