import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findCycle } from './task-graph.ts';

// ENG-11
describe('findCycle', () => {
  test('returns null for a graph without a cycle', () => {
    expect(findCycle([])).toBeNull();
    expect(findCycle([{ id: 'a' }, { id: 'b', dependsOn: ['a', 'unknown'] }])).toBeNull();
  });

  test('a task that depends on itself is a cycle of one', () => {
    expect(findCycle([{ id: 'a', dependsOn: ['a'] }])).toEqual(['a']);
  });

  test('omits tasks that only lead to the cycle or follow it', () => {
    const tasks = [
      { id: 'after', dependsOn: ['x'] },
      { id: 'x', dependsOn: ['before', 'y'] },
      { id: 'y', dependsOn: ['z'] },
      { id: 'z', dependsOn: ['x'] },
      { id: 'before' },
    ];
    expect(findCycle(tasks)).toEqual(['x', 'y', 'z']);
  });

  test('a chain of 5,000 tasks does not exhaust the stack', () => {
    const chain = Array.from({ length: 5_000 }, (_, index) => ({
      id: `${index}`,
      dependsOn: [`${index - 1}`],
    }));
    expect(findCycle(chain)).toBeNull();
  });

  test('the result is a cycle of the graph, and graphs with only backward dependencies have none', () => {
    const graph = fc.integer({ min: 1, max: 9 }).chain((size) =>
      fc.array(fc.uniqueArray(fc.integer({ min: 0, max: size - 1 }), { maxLength: 3 }), {
        minLength: size,
        maxLength: size,
      }),
    );
    fc.assert(
      fc.property(graph, (edges) => {
        const tasks = edges.map((to, id) => ({ id: `${id}`, dependsOn: to.map(String) }));
        const cycle = findCycle(tasks);
        cycle?.forEach((id, index) => {
          expect(tasks.find((task) => task.id === id)?.dependsOn).toContain(
            cycle[(index + 1) % cycle.length],
          );
        });
        const backOnly = edges.map((to, id) => ({
          id: `${id}`,
          dependsOn: to.filter((other) => other < id).map(String),
        }));
        expect(findCycle(backOnly)).toBeNull();
      }),
    );
  });
});
