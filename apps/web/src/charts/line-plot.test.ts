import { expect, test } from 'vitest';
import { chooseMoments, drawLine, findNearest, makePlot } from './line-plot.ts';

const points = [
  { x: 100, values: [0, 4] },
  { x: 150, values: [5, null] },
  { x: 200, values: [10, 8] },
  { x: 300, values: [10, 0] },
];
/** From 8 to 208 sideways, from 112 up to 12. */
const plot = makePlot(points, 10, { widthPx: 220, heightPx: 138, labelLength: 0 });

test('a line goes from value to value, a stepped one holds each', () => {
  expect(drawLine(points, 0, plot, false)).toBe('M8 112L58 62L108 12L208 12');
  expect(drawLine(points, 0, plot, true)).toBe('M8 112H58V62H108V12H208V12');
});

test('it breaks where there is no value, and one that never has any is empty', () => {
  expect(drawLine(points, 1, plot, false)).toBe('M8 72M108 32L208 112');
  expect(drawLine(points, 2, plot, false)).toBe('');
});

test('moments lie evenly between the first and the last, fewer where words are long', () => {
  expect(chooseMoments(points, plot, 3)).toEqual([100, 166.66666666666669, 233.33333333333334, 300].map(near));
  expect(chooseMoments(points, plot, 20)).toEqual([100, 300]);
  expect(chooseMoments(points.slice(0, 1), plot, 3)).toEqual([100]);
});

test('a place belongs to the nearest point; one point alone stands at the left', () => {
  expect([0, 30, 35, 80, 500].map((xPx) => findNearest(points, plot, xPx))).toEqual([0, 0, 1, 1, 3]);
  expect(makePlot(points.slice(0, 1), 10, { widthPx: 220, heightPx: 138, labelLength: 2 }).toX(100)).toBe(22);
});

function near(value: number) {
  return expect.closeTo(value, 6);
}
