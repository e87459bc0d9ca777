import { expect, test } from 'vitest';
import { drawPath } from './graph-path.ts';

test('a path begins and ends at the ends, and bends between', () => {
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
