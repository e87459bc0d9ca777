import { expect, test } from 'vitest';
import { chooseMoments, findNearest, makePlot } from './line-chart.tsx';

const points = [
  { x: 100, values: [0, 4] },
  { x: 150, values: [5, null] },
  { x: 200, values: [9, 8] },
  { x: 300, values: [9, 0] },
];
const size = { widthPx: 220, heightPx: 138 };
const unwritten = () => '';
/** Spans 8 to 208 horizontally and 112 up to 12 vertically. */
const plot = makePlot(points, 9, unwritten, size);

test('the left axis ends at a round value above the highest, and has room for its labels', () => {
  expect([plot.y(0), plot.y(10), plot.x(100), plot.x(300)]).toEqual([112, 12, 8, 208]);
  expect(makePlot(points, 9, (value) => `$${value}.00`, size).left).toBeGreaterThan(plot.left);
  expect(makePlot(points, 0, unwritten, size).y(0)).toBe(112);
});

test('moments are spaced evenly from the first to the last, and fewer if labels are long', () => {
  expect(chooseMoments(plot, 3)).toEqual(
    [100, 166.66666666666669, 233.33333333333334, 300].map(near),
  );
  expect(chooseMoments(plot, 20)).toEqual([100, 300]);
  expect(chooseMoments(makePlot(points.slice(0, 1), 9, unwritten, size), 3)).toEqual([100]);
});

test('finds the point nearest to a position', () => {
  expect([0, 30, 35, 80, 500].map((xPx) => findNearest(points, plot, xPx))).toEqual([
    0, 0, 1, 1, 3,
  ]);
});

function near(value: number) {
  return expect.closeTo(value, 6);
}
