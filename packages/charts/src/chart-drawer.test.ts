import { openSandbox } from '@ecp/sandbox/sandbox';
import { afterAll, describe, expect, it } from 'vitest';
import { type Chart, createChartDrawer } from './chart-drawer.ts';
import type { ChartJob } from './drawing/draw-chart.ts';
import { readTexts } from './testing/read-picture.ts';
import { chartJob, column, salesResult } from './testing/sample-charts.ts';

const sandbox = openSandbox();
const drawer = createChartDrawer(sandbox);
afterAll(() => sandbox.close());

const toChart = ({ result, ...job }: ChartJob): Chart => ({
  ...job,
  columns: result.columns,
  rows: JSON.stringify(result.rows),
});

async function draw(job = chartJob()): Promise<string> {
  const outcome = await drawer.draw(toChart(job), { tenantId: 't1' });
  if ('problem' in outcome) throw new Error(JSON.stringify(outcome.problem));
  return outcome.svg;
}

describe('a chart drawn in the sandbox', () => {
  it('is the SVG of the chart, whatever other columns its query has', async () => {
    const { columns, rows } = salesResult;
    const wide = {
      columns: [column('note', 'text'), ...columns],
      rows: rows.map((row) => ['x'.repeat(10_000), ...row]),
    };
    const svg = await draw(chartJob({}, wide));
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" role="img"/);
    expect(readTexts(svg)).toContain('4,812');
  });

  it('is refused with the reason where it cannot be drawn', async () => {
    const outcome = await drawer.draw(toChart(chartJob({ x: 'month' })), { tenantId: 't1' });
    expect(outcome).toEqual({ problem: { code: 'no_column', column: 'month' } });
  });

  it('is drawn once for a tenant, and so is its PNG', async () => {
    const order = { tenantId: 't2' };
    const make = () => toChart(chartJob({ title: 'Drawn once' }, salesResult, { theme: 'print' }));
    const chart = make();
    const first = await drawer.draw(chart, order);
    expect(await drawer.draw(make(), order)).toBe(first);
    expect(await drawer.draw(chart, { tenantId: 't3' })).not.toBe(first);
    expect(
      await drawer.draw({ ...chart, rows: chart.rows.replace('4812', '4813') }, order),
    ).not.toEqual(first);
    if ('problem' in first) throw new Error('The chart is not drawn');
    const png = await drawer.toPng(first.svg, 640, order);
    expect(await drawer.toPng(first.svg, 640, order)).toBe(png);
    expect(await drawer.toPng(first.svg, 320, order)).not.toBe(png);
  });

  it('ends with its signal', async () => {
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(drawer.draw(toChart(chartJob()), { tenantId: 't1', signal })).rejects.toThrow(
      'gone',
    );
  });
});

describe('a PNG', () => {
  it('has the width that is asked for, and our fonts', async () => {
    const svg = await draw(chartJob({ title: 'Sales 売上' }, salesResult, { theme: 'print' }));
    const png = await drawer.toPng(svg, 1_280, { tenantId: 't1' });
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1_280, 720]);
    const blank = await drawer.toPng(svg.replaceAll(/<text.*?<\/text>/g, ''), 1_280, {
      tenantId: 't1',
    });
    expect(png.length).toBeGreaterThan(blank.length * 1.5);
  });
});
