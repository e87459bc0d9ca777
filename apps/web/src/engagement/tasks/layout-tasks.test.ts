import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layoutTasks, type PlacedTask, type Route } from './task-graph-canvas.tsx';
import {
  chooseShape,
  type Direction,
  findDrawnEdges,
  findEdges,
  nodeSizePx,
} from './task-layers.ts';

const tasks = [
  { id: 'sum', name: 'Summary', dependsOn: ['market', 'cost'] },
  { id: 'market', name: 'Market' },
  { id: 'cost', name: 'Cost', dependsOn: ['gone', 'cost'] },
];

test('an edge leads from a dependency to the task that waits; a missing dependency or the task itself has none', () => {
  expect(findEdges(tasks)).toEqual([
    { source: 'market', target: 'sum' },
    { source: 'cost', target: 'sum' },
  ]);
});

test('an edge that a chain implies is not drawn, and all edges of a cycle are', () => {
  const chain = [
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B', dependsOn: ['a'] },
    { id: 'c', name: 'C', dependsOn: ['a', 'b'] },
  ];
  expect(findDrawnEdges(chain)).toEqual([
    { source: 'a', target: 'b' },
    { source: 'b', target: 'c' },
  ]);
  const cycle = [...chain.slice(1), { id: 'a', name: 'A', dependsOn: ['c'] }];
  expect(findDrawnEdges(cycle)).toHaveLength(4);
});

test('a task is placed behind its dependencies and beside independent tasks, in the order of the list', () => {
  for (const [direction, along, across, size] of [
    ['right', 'x', 'y', 'width'],
    ['down', 'y', 'x', 'height'],
  ] as const) {
    const at = new Map(layoutTasks(tasks, direction).places.map((place) => [place.id, place]));
    const [sum, market, cost] = [at.get('sum'), at.get('market'), at.get('cost')];
    expect(sum?.[along]).toBeGreaterThanOrEqual((market?.[along] ?? 0) + nodeSizePx[size]);
    expect(market?.[along]).toBe(cost?.[along]);
    expect(cost?.[across]).toBeGreaterThan(market?.[across] ?? Number.NaN);
  }
});

test('lays out cycles and an empty list', () => {
  const circle = [
    { id: 'a', name: 'A', dependsOn: ['b'] },
    { id: 'b', name: 'B', dependsOn: ['a'] },
  ];
  expect(layoutTasks(circle, 'right').places).toHaveLength(2);
  expect(layoutTasks([], 'right')).toEqual({ places: [], routes: [] });
});

/** Up to 15 tasks that wait for earlier ones. */
const graphs = fc
  .array(fc.array(fc.nat(14), { maxLength: 4 }), { minLength: 2, maxLength: 15 })
  .map((lists) =>
    lists.map((list, index) => ({
      id: `t${index}`,
      name: 'T',
      dependsOn: list.filter((at) => at < index).map((at) => `t${at}`),
    })),
  );

// PLN-5
test('no two tasks overlap, and no edge touches a task between its ends', () => {
  fc.assert(
    fc.property(graphs, fc.constantFrom<Direction>('right', 'down'), (list, direction) => {
      const { places, routes } = layoutTasks(list, direction);
      for (const [index, one] of places.entries()) {
        for (const other of places.slice(index + 1)) expect(overlap(one, other)).toBe(false);
      }
      for (const route of routes) expect(findTouched(route, places)).toEqual([]);
    }),
  );
});

const overlap = (one: PlacedTask, other: PlacedTask): boolean =>
  Math.abs(one.x - other.x) < nodeSizePx.width && Math.abs(one.y - other.y) < nodeSizePx.height;

/**
 * Returns the tasks whose inner part the box of a piece of the way meets. A bend stays within the
 * box of its ends.
 */
function findTouched({ points, source, target }: Route, places: readonly PlacedTask[]): string[] {
  return points.slice(1).flatMap((to, index) => {
    const from = points[index] ?? to;
    const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
    const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
    return places
      .filter(({ id }) => id !== source && id !== target)
      .filter(
        ({ x, y }) =>
          x + 1 < right &&
          x + nodeSizePx.width - 1 > left &&
          y + 1 < bottom &&
          y + nodeSizePx.height - 1 > top,
      )
      .map(({ id }) => id);
  });
}

// PLN-5
test('a graph is read to the right if it fits, and downwards if only that fits', () => {
  const chain = Array.from({ length: 8 }, (_, index) => ({
    id: `t${index}`,
    name: 'T',
    dependsOn: index > 0 ? [`t${index - 1}`] : [],
  }));
  expect(chooseShape(chain, 1_000)).toMatchObject({ direction: 'down', widthPx: nodeSizePx.width });
  expect(chooseShape(chain.slice(0, 3), 1_000)).toMatchObject({
    direction: 'right',
    heightPx: nodeSizePx.height,
  });
});

test('many independent tasks are placed in rows below the connected ones', () => {
  const loose = Array.from({ length: 50 }, (_, index) => ({ id: `t${index}`, name: 'T' }));
  const tied = [
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B', dependsOn: ['a'] },
  ];
  const { places } = layoutTasks([...loose, ...tied], 'right');
  expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(52);
  const lowest = places.find(({ id }) => id === 'b')?.y ?? Number.NaN;
  expect(places.every(({ id, y }) => !id.startsWith('t') || y > lowest)).toBe(true);
});
