import { expect, test } from 'vitest';
import { findEdges, layoutTasks, nodeSizePx } from './layout-tasks.ts';

const tasks = [
  { id: 'sum', name: 'Summary', dependsOn: ['market', 'cost'] },
  { id: 'market', name: 'Market' },
  { id: 'cost', name: 'Cost', dependsOn: ['gone'] },
];

test('an edge leads from a dependency to the task that waits, and a missing dependency has none', () => {
  expect(findEdges(tasks)).toEqual([
    { source: 'market', target: 'sum' },
    { source: 'cost', target: 'sum' },
  ]);
});

test('a task is placed below its dependencies and beside independent tasks, in the order of the list', () => {
  const at = new Map(layoutTasks(tasks).places.map((place) => [place.id, place]));
  const [sum, market, cost] = [at.get('sum'), at.get('market'), at.get('cost')];
  expect(sum?.y).toBeGreaterThanOrEqual((market?.y ?? 0) + nodeSizePx.height);
  expect(market?.y).toBe(cost?.y);
  expect((cost?.x ?? 0) - (market?.x ?? 0)).toBeGreaterThanOrEqual(nodeSizePx.width);
});

test('lays out cycles and an empty list', () => {
  const circle = [
    { id: 'a', name: 'A', dependsOn: ['b'] },
    { id: 'b', name: 'B', dependsOn: ['a'] },
  ];
  expect(layoutTasks(circle).places).toHaveLength(2);
  expect(layoutTasks([])).toEqual({ places: [], routes: [], heightPx: 0 });
});

test('an edge across several ranks goes around the tasks between', () => {
  const chain = [
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B', dependsOn: ['a'] },
    { id: 'c', name: 'C', dependsOn: ['b', 'a'] },
  ];
  const { places, routes } = layoutTasks(chain);
  const between = places.find(({ id }) => id === 'b');
  const route = routes.find(({ source, target }) => source === 'a' && target === 'c');
  const middle = route?.points.find(({ y }) => y > (between?.y ?? 0) && y < (between?.y ?? 0) + nodeSizePx.height);
  const inside = (x: number) => x > (between?.x ?? 0) && x < (between?.x ?? 0) + nodeSizePx.width;
  expect(inside(middle?.x ?? Number.NaN)).toBe(false);
});

test('a hundred independent tasks are placed in rows below the connected ones', () => {
  const loose = Array.from({ length: 100 }, (_, index) => ({ id: `t${index}`, name: 'T' }));
  const alone = layoutTasks(loose).places;
  expect(new Set(alone.map(({ x }) => x)).size).toBe(3);
  expect(new Set(alone.map(({ x, y }) => `${x} ${y}`)).size).toBe(100);
  const both = layoutTasks([...loose, { id: 'a', name: 'A' }, { id: 'b', name: 'B', dependsOn: ['a'] }]).places;
  const lowest = both.find(({ id }) => id === 'b')?.y ?? Number.NaN;
  expect(both.every(({ id, y }) => !id.startsWith('t') || y > lowest)).toBe(true);
});
