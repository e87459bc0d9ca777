import type { Wall, WallEntry } from '@ecp/contract/work/walls';
import { expect, test } from 'vitest';
import { findConflicts, insidersOf, rivalsOf, seenWithout, wallsBetween } from './walls.ts';

const nowMs = Date.parse('2026-11-20T12:00:00.000Z');
const wall = (id: string, given: Partial<Wall>): Wall => ({
  id,
  name: id,
  engagementIds: [],
  memberIds: [],
  excludes: [],
  createdAt: '2026-11-01T12:00:00.000Z',
  ...given,
});
const entry = (userId: string, until: string): WallEntry => ({
  userId,
  userName: userId,
  reason: 'To look.',
  since: '2026-11-20T10:30:00.000Z',
  until,
});
const harbour = wall('harbour', {
  engagementIds: ['e1', 'e2'],
  memberIds: ['ada'],
  excludes: ['quay'],
});
const quay = wall('quay', { engagementIds: ['e2', 'e3'], memberIds: ['bo'] });
const facts = {
  walls: [harbour, quay],
  entries: new Map([
    [
      'quay',
      [entry('olga', '2026-11-20T12:30:00.000Z'), entry('past', '2026-11-20T11:30:00.000Z')],
    ],
    ['harbour', [entry('ada', '2026-11-20T12:30:00.000Z')]],
  ]),
  nowMs,
};

// WAL-3, WAL-9
test('inside are the members, and owners until their entry ends', () => {
  expect(insidersOf(facts, harbour)).toEqual([{ userId: 'ada', until: null }]);
  expect(insidersOf(facts, quay)).toEqual([
    { userId: 'bo', until: null },
    { userId: 'olga', until: '2026-11-20T12:30:00.000Z' },
  ]);
  const between = (userId: string) =>
    ['e1', 'e2', 'e3', 'e4'].map((id) => wallsBetween(facts, userId, id).map(({ name }) => name));
  expect(between('ada')).toEqual([[], ['quay'], ['quay'], []]);
  expect(between('olga')).toEqual([['harbour'], ['harbour'], [], []]);
});

// WAL-8
test('an exclusion counts both ways, for members and for who has entered', () => {
  expect([rivalsOf(facts.walls, harbour), rivalsOf(facts.walls, quay)]).toEqual([
    [quay],
    [harbour],
  ]);
  expect(findConflicts(facts, harbour)).toEqual([]);
  expect(findConflicts(facts, { ...quay, memberIds: ['bo', 'ada'] })).toEqual([
    { userId: 'ada', rival: harbour },
  ]);
  expect(
    findConflicts(facts, { id: '', memberIds: ['olga', 'past', 'ada'], excludes: ['quay'] }),
  ).toEqual([{ userId: 'olga', rival: quay }]);
});

test('without a wall an engagement is seen by everybody, or by who is inside the others', () => {
  expect(seenWithout(facts, harbour, 'e1')).toEqual({ others: [], userIds: [] });
  expect(seenWithout(facts, harbour, 'e2')).toEqual({ others: [quay], userIds: ['bo', 'olga'] });
});
