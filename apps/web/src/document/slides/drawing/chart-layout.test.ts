import { describe, expect, it } from 'vitest';
import {
  breakName,
  type Chart,
  layOutBars,
  layOutCategories,
  layOutScatter,
  valueRange,
} from './chart-layout.ts';

const make = (type: Chart['type'], series: (number | null)[][], totals?: number[]): Chart => ({
  type,
  categories: (series[0] ?? []).map((_, at) => `C${at}`),
  series: series.map((values, at) => ({ name: `S${at}`, values })),
  unit: null,
  ...(totals && { totals }),
});
const room = { x: 0, y: 0, width: 800, height: 300 };
const layOut = (chart: Chart) => {
  const plot = layOutCategories(chart, room, String);
  return { plot, bars: layOutBars(chart, plot) };
};

// DKP-1
describe('charts of slides', () => {
  it('stack parts upward from the axis, and negative ones downward', () => {
    const { plot, bars } = layOut(make('stacked', [[10], [-4], [6]]));
    const [first, second, third] = bars;
    expect(valueRange(make('stacked', [[10], [-4], [6]]))).toEqual([-4, 16]);
    expect(third && third.y + third.height).toBeCloseTo(first?.y ?? 0);
    expect(second?.y).toBeCloseTo(plot.value(0));
  });

  it('carry the steps of a waterfall from level to level, and start totals on the axis', () => {
    const chart = make('waterfall', [[100, 20, -50, 70]], [0, 3]);
    expect(layOut(chart).bars.map(({ value }) => value)).toEqual([100, 20, -50, 70]);
  });

  it('leave out what has no value, and have an axis only where values are not written', () => {
    expect(layOut(make('column', [[1, null, 3]])).bars).toHaveLength(2);
    const many = make('column', [Array.from({ length: 40 }, (_, at) => at)]);
    expect(layOut(many).plot.ticks.length).toBeGreaterThan(2);
    expect(layOut(make('column', [[1, 2]])).plot.ticks).toEqual([]);
  });

  it('run bars across with room for their names, and keep every bar in the room', () => {
    const { plot, bars } = layOut(make('bar', [[12, -3]]));
    expect(plot.isAcross).toBe(true);
    for (const { x, y, width, height } of bars) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(room.width);
      expect(y + height).toBeLessThanOrEqual(room.height);
    }
  });

  it('place points by two series, and survive none', () => {
    expect(
      layOutScatter(
        make('scatter', [
          [1, 2, null],
          [3, 4, 5],
        ]),
        room,
        String,
      )?.points,
    ).toHaveLength(2);
    expect(layOutScatter(make('scatter', [[1]]), room, String)).toBeNull();
    expect(layOut(make('column', [[]])).bars).toEqual([]);
  });

  it('break names between words, and end what is too long with an ellipsis', () => {
    expect(breakName('All timber', 100, 2)).toEqual(['All timber']);
    expect(breakName('North and south together', 60, 2)).toEqual(['North and', 'south…']);
  });
});
