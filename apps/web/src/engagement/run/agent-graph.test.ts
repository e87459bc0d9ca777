import { expect, test } from 'vitest';
import { layOutAgents, nodeSize, runNodeId } from './agent-graph.tsx';

test('places the run before its lead agents, these before their colleagues, and no node on another', () => {
  const slugs = ['a', 'b', 'c', 'd', 'e'];
  const links = [
    ...['a', 'b', 'c'].map((from) => ({ from, to: 'd' })),
    { from: 'd', to: 'e' },
    // An agent that was asked may ask back.
    { from: 'd', to: 'a' },
  ];
  const places = layOutAgents({ slugs, leads: ['a', 'b', 'c'], links });
  const xOf = (id: string) => places.get(id)?.x ?? Number.NaN;
  expect(xOf(runNodeId)).toBeLessThan(xOf('b'));
  expect(xOf('b')).toBeLessThan(xOf('d'));
  expect(xOf('d')).toBeLessThan(xOf('e'));
  const corners = slugs.map((slug) => places.get(slug)).filter((place) => place !== undefined);
  const overlaps = corners.flatMap((one, index) =>
    corners.slice(index + 1).filter((other) => {
      return (
        Math.abs(one.x - other.x) < nodeSize.width && Math.abs(one.y - other.y) < nodeSize.height
      );
    }),
  );
  expect(overlaps).toEqual([]);
});
