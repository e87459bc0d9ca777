import { expect, test } from 'vitest';
import { drawCurve, drawLanes, drawPath } from './graph.tsx';

test('a path joins its ends and bends at the points between', () => {
  expect(drawPath([])).toBe('');
  const [a, b, c] = [
    { x: 0, y: 0 },
    { x: 0, y: 10 },
    { x: 8, y: 20 },
  ];
  expect(drawPath([a, c])).toBe('M 0 0 L 8 20');
  expect(drawPath([a, b, c])).toBe('M 0 0 Q 0 10 8 20');
  expect(drawPath([a, b, c, { x: 8, y: 30 }])).toBe('M 0 0 Q 0 10 4 15 Q 8 20 8 30');
});

test('a curve starts and ends horizontally with its middle halfway, and a backward curve is mirrored', () => {
  const [left, right] = [
    { x: 0, y: 0 },
    { x: 40, y: 20 },
  ];
  expect(drawCurve(left, right, false)).toEqual({
    path: 'M 0 0 C 20 0 20 20 40 20',
    middle: { x: 20, y: 10 },
  });
  expect(drawCurve(right, left, true)).toEqual({
    path: 'M 40 20 C 20 20 20 0 0 0',
    middle: { x: 20, y: 10 },
  });
  // A curve to a node in the same column swings outwards.
  expect(drawCurve(right, { x: 4, y: 80 }, false).path).toBe('M 40 20 C 76 20 -32 80 4 80');
});

test('a line of lanes bends in every gap, in the direction of reading, and is straight along every layer', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 10, y: 20 },
    { x: 30, y: 20 },
    { x: 40, y: 0 },
  ];
  expect(drawLanes(points, 'right')).toBe('M 0 0 C 5 0 5 20 10 20 L 30 20 C 35 20 35 0 40 0');
  expect(drawLanes(points.slice(0, 2), 'down')).toBe('M 0 0 C 0 10 10 10 10 20');
  expect(drawLanes([], 'down')).toBe('');
});
