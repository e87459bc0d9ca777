import { serveJobs } from '@ecp/sandbox/serve-jobs';
import { pickColumns } from '../drawing/chart-data.ts';
import { drawChart } from '../drawing/draw-chart.ts';
import type { DrawingJob } from './programs.ts';

/** The child process that draws charts. A first drawing loads what every chart needs. */
await drawChart({
  spec: { query: 'none', type: 'line', x: 'year', y: ['value'], title: 'Title', unit: null },
  result: {
    columns: [
      { name: 'year', type: 'number', unit: null },
      { name: 'value', type: 'number', unit: null },
    ],
    rows: [
      [2024, 1],
      [2025, 2],
    ],
  },
  query: { id: 'none', title: null, sql: '', resultHash: '' },
  theme: 'auto',
  font: 'sans-serif',
  locale: 'en',
  withTitle: true,
});
serveJobs<DrawingJob>(async ({ columns, ...job }, rows) => {
  const result = pickColumns({ columns, rows: JSON.parse(rows.toString()) }, [
    job.spec.x,
    ...job.spec.y,
  ]);
  const outcome = await drawChart({ ...job, result });
  if ('problem' in outcome) return { head: outcome };
  return { head: { description: outcome.description }, body: Buffer.from(outcome.svg) };
});
