import { findCycle } from '@ecp/contract/work/task-graph';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readyTasks } from './normalize-tasks.ts';

const task = (id: string, ...dependsOn: string[]) => ({ id, dependsOn });
const ids = (tasks: { id: string }[]) => tasks.map(({ id }) => id);

describe('readyTasks', () => {
  const tasks = [task('a'), task('b', 'a'), task('c', 'a'), task('d', 'b', 'c')];

  test('returns tasks whose dependencies are all done', () => {
    expect(ids(readyTasks(tasks, new Set()))).toEqual(['a']);
    expect(ids(readyTasks(tasks, new Set(['a'])))).toEqual(['b', 'c']);
    expect(ids(readyTasks(tasks, new Set(['a', 'b'])))).toEqual(['c']);
    expect(ids(readyTasks(tasks, new Set(['a', 'b', 'c'])))).toEqual(['d']);
    expect(readyTasks(tasks, new Set(['a', 'b', 'c', 'd']))).toEqual([]);
  });
});

describe('taking ready tasks repeatedly', () => {
  /** Returns the ids in the order in which the tasks could start. */
  const takeAll = (tasks: { id: string; dependsOn: string[] }[]) => {
    const order: string[] = [];
    for (
      let [next] = readyTasks(tasks, new Set());
      next;
      [next] = readyTasks(tasks, new Set(order))
    )
      order.push(next.id);
    return order;
  };

  test('keeps the given order where dependencies allow it', () => {
    expect(takeAll([task('c', 'b'), task('x'), task('b', 'a'), task('a')])).toEqual([
      'x',
      'a',
      'b',
      'c',
    ]);
  });

  test('takes no task that waits for an unknown task', () => {
    expect(takeAll([task('a', 'nowhere'), task('b')])).toEqual(['b']);
  });

  test('takes every task after its dependencies, unless there is a cycle', () => {
    const graphs = fc.array(fc.array(fc.nat(9), { maxLength: 3 }), {
      minLength: 10,
      maxLength: 10,
    });
    fc.assert(
      fc.property(graphs, (edges) => {
        const tasks = edges.map((to, id) => task(`${id}`, ...to.map(String)));
        const order = takeAll(tasks);
        expect(order.length === tasks.length).toBe(!findCycle(tasks));
        for (const { id, dependsOn } of tasks.filter((one) => order.includes(one.id))) {
          for (const other of dependsOn)
            expect(order.indexOf(other)).toBeLessThan(order.indexOf(id));
        }
      }),
    );
  });
});
