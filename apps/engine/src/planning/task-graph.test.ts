import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findCycle, readyTasks, topologicalOrder } from './task-graph.ts';

const task = (id: string, ...dependsOn: string[]) => ({ id, dependsOn });
const ids = (tasks: { id: string }[]) => tasks.map(({ id }) => id);

describe('readyTasks', () => {
  const tasks = [task('a'), task('b', 'a'), task('c', 'a'), task('d', 'b', 'c')];

  test('offers what has everything it needs', () => {
    expect(ids(readyTasks(tasks, new Set()))).toEqual(['a']);
    expect(ids(readyTasks(tasks, new Set(['a'])))).toEqual(['b', 'c']);
    expect(ids(readyTasks(tasks, new Set(['a', 'b'])))).toEqual(['c']);
    expect(ids(readyTasks(tasks, new Set(['a', 'b', 'c'])))).toEqual(['d']);
    expect(readyTasks(tasks, new Set(['a', 'b', 'c', 'd']))).toEqual([]);
  });
});

describe('topologicalOrder', () => {
  test('keeps the given order where dependencies allow it', () => {
    expect(ids(topologicalOrder([task('c', 'b'), task('x'), task('b', 'a'), task('a')]))).toEqual(['x', 'a', 'b', 'c']);
  });

  test('names the cycle, or the unknown dependency', () => {
    expect(() => topologicalOrder([task('a', 'b'), task('b', 'a')])).toThrow('a → b');
    expect(() => topologicalOrder([task('a', 'nowhere')])).toThrow('unknown task');
  });

  test('puts every task after what it depends on, or there is a cycle', () => {
    const graphs = fc.array(fc.array(fc.nat(9), { maxLength: 3 }), { minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(graphs, (edges) => {
        const tasks = edges.map((to, id) => task(`${id}`, ...to.map(String)));
        if (findCycle(tasks)) {
          expect(() => topologicalOrder(tasks)).toThrow('depend on each other');
          return;
        }
        const order = ids(topologicalOrder(tasks));
        expect([...order].sort()).toEqual(ids(tasks).sort());
        for (const { id, dependsOn } of tasks) {
          for (const other of dependsOn) expect(order.indexOf(other)).toBeLessThan(order.indexOf(id));
        }
      }),
    );
  });
});
