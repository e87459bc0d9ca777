import type { Author } from '@ecp/contract/declaring/scalars';
import { expect, test } from 'vitest';
import { unreadReplies } from './asked.ts';

const reply = (id: string, kind: Author['kind']) => ({
  id,
  body: 'Yes.',
  author: { kind, id: null, name: 'A' },
  createdAt: '2026-01-01T00:00:00.000Z',
});

// POR-15
test('a reply of the team is to be read until it was read, or the client has gone on', () => {
  const replies = [
    reply('a', 'user'),
    reply('b', 'client'),
    reply('c', 'user'),
    reply('d', 'api_key'),
  ];
  expect(unreadReplies({ replies }, new Set())).toEqual(['c', 'd']);
  expect(unreadReplies({ replies }, new Set(['c']))).toEqual(['d']);
  expect(unreadReplies({ replies: replies.slice(0, 2) }, new Set())).toEqual([]);
  expect(unreadReplies({ replies: [] }, new Set())).toEqual([]);
});
