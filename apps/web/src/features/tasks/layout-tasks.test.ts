import { expect, test } from 'vitest';
import { findEdges, layoutTasks, nodeSizePx } from './layout-tasks.ts';

const tasks = [
  { id: 'sum', name: 'Summary', dependsOn: ['market', 'cost'] },
  { id: 'market', name: 'Market' },
  { id: 'cost', name: 'Cost', dependsOn: ['gone'] },
];

test('an edge leads from what is waited for to who waits, and nowhere when that is gone', () => {
  expect(findEdges(tasks)).toEqual([
    { source: 'market', target: 'sum' },
    { source: 'cost', target: 'sum' },
  ]);
});

test('a task stands below what it waits for, and beside what it does not', () => {
  const at = new Map(layoutTasks(tasks).map((place) => [place.id, place]));
  const [sum, market, cost] = [at.get('sum'), at.get('market'), at.get('cost')];
  expect(sum?.y).toBeGreaterThanOrEqual((market?.y ?? 0) + nodeSizePx.height);
  expect(market?.y).toBe(cost?.y);
  expect(Math.abs((market?.x ?? 0) - (cost?.x ?? 0))).toBeGreaterThanOrEqual(nodeSizePx.width);
});

test('circles and no tasks at all are laid out too', () => {
  const circle = [
    { id: 'a', name: 'A', dependsOn: ['b'] },
    { id: 'b', name: 'B', dependsOn: ['a'] },
  ];
  expect(layoutTasks(circle)).toHaveLength(2);
  expect(layoutTasks([])).toEqual([]);
});
