import { expect, test } from 'vitest';
import { computeReaders, type StandingWall, type TeamPeriod } from './access-history.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));
const person = (userId: string, since: number | null, until: number | null): TeamPeriod => ({
  userId,
  userName: userId.toUpperCase(),
  since: since === null ? null : at(since),
  until: until === null ? null : at(until),
});
const wall = (
  id: string,
  [since, until]: [number, number | null],
  inside: [string, number, number | null][],
) =>
  ({
    id,
    name: id,
    since: at(since),
    until: until === null ? null : at(until),
    insiders: inside.map(([userId, from, to]) => ({ ...person(userId, from, to), reason: null })),
  }) satisfies StandingWall;
const readers = (team: TeamPeriod[], walls: StandingWall[]) =>
  computeReaders(team, walls, [at(0), at(10)]).map(
    ({ userId, because, since, until }) =>
      `${userId} ${because} ${since?.getUTCHours()}-${until?.getUTCHours()}`,
  );

// DOS-7
test('without a wall the team reads, each from joining to leaving', () => {
  expect(
    readers([person('a', null, null), person('b', 2, null), person('c', null, 5)], []),
  ).toEqual(['a team 0-10', 'b team 2-10', 'c team 0-5']);
});

test('while a wall stands, who is inside reads; of two walls, who is inside both', () => {
  const team = [person('a', null, null), person('b', null, null), person('c', null, null)];
  const one = wall(
    'one',
    [2, 8],
    [
      ['a', 1, null],
      ['b', 4, 6],
    ],
  );
  const two = wall('two', [5, 8], [['a', 5, null]]);
  expect(readers(team, [one])).toEqual([
    'a team 0-2',
    'a wall 2-8',
    'a team 8-10',
    'b team 0-2',
    'b wall 4-6',
    'b team 8-10',
    'c team 0-2',
    'c team 8-10',
  ]);
  expect(readers(team.slice(1, 2), [one, two])).toEqual([
    'b team 0-2',
    'b wall 4-5',
    'b team 8-10',
  ]);
});

test('who has left the team reads nothing, although the wall still names them', () => {
  expect(readers([person('a', null, 3)], [wall('one', [1, null], [['a', 1, null]])])).toEqual([
    'a team 0-1',
    'a wall 1-3',
  ]);
});
