import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createChartDrawer } from '@ecp/charts/chart-drawer';
import { createDocumentRenderer } from '@ecp/documents/document-renderer';
import type { ReportChapter, ReportChart } from '@ecp/documents/reports/report-types';
import { branding, engagementOf } from '@ecp/documents/testing/sample-reports';
import { openSandbox } from '@ecp/sandbox/sandbox';
import * as samples from './print-samples/sample-documents.ts';

/** Prints reports into a folder, so that a person can look at their pages: `node scripts/print-samples.ts <folder>`. */
const [folder = 'print-samples'] = process.argv.slice(2);
const order = { tenantId: 'samples' };
const sandbox = openSandbox();
const documents = createDocumentRenderer({ sandbox, log: console.log });
const drawer = createChartDrawer(sandbox);

async function drawAll(): Promise<ReportChart[]> {
  const query = {
    id: 'q7',
    title: 'Sales by region',
    sql: 'select region, sum(amount) as revenue from sales group by region',
    resultHash: 'ab12cd34ef567890',
  };
  return Promise.all(
    samples.sampleCharts.map(async ({ spec, result }): Promise<ReportChart> => {
      const look = { theme: 'print', locale: 'en', withTitle: false } as const;
      const drawn = await drawer.draw(
        { spec, query, ...look, columns: result.columns, rows: JSON.stringify(result.rows) },
        order,
      );
      if ('problem' in drawn) throw new Error(JSON.stringify(drawn.problem));
      return { source: JSON.stringify(spec), title: spec.title, outcome: { picture: { ...drawn, query } } };
    }),
  );
}

const drafts = await Promise.all(['markets', 'unit-earnings', 'capacity'].map(samples.readDraft));
const decision = await samples.readDraft('decision');
const report = engagementOf(
  [...drafts, samples.tablesAndCharts, samples.german, samples.japanese, samples.untitled, decision],
  {
    title: 'Export decision of Brennhof Windows',
    client: 'Brennhof Windows',
  },
);
const charts = await drawAll();
const chapters = report.documents.map((chapter, at): ReportChapter => ({ ...chapter, charts, isSynthesis: at === 7 }));
await mkdir(folder, { recursive: true });
await writeFile(
  join(folder, 'engagement.pdf'),
  await documents.renderEngagement({ ...report, branding, documents: chapters }, order),
);
await sandbox.close();
