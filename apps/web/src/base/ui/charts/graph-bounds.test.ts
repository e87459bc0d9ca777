import { expect, test } from 'vitest';
import { boundsOf } from './graph.tsx';

test('bounds contain every box and point, also left of and above the origin', () => {
  const boxes = [
    { x: -10, y: 5, width: 20, height: 10 },
    { x: 30, y: 0, width: 5, height: 5 },
  ];
  expect(boundsOf(boxes)).toEqual({ x: -10, y: 0, width: 45, height: 15 });
  expect(boundsOf(boxes, [{ x: 40, y: -2 }])).toEqual({ x: -10, y: -2, width: 50, height: 17 });
  expect(boundsOf([])).toEqual({ x: 0, y: 0, width: 0, height: 0 });
});
