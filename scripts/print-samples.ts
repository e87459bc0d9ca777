import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createChartDrawer } from '@ecp/charts/chart-drawer';
import { createDocumentRenderer } from '@ecp/documents/document-renderer';
import type { EngagementReport, ReportChapter, ReportChart } from '@ecp/documents/reports/report-types';
import { deliverableOf, engagementOf, provenance } from '@ecp/documents/testing/sample-reports';
import { openSandbox } from '@ecp/sandbox/sandbox';
import * as samples from './print-samples/sample-documents.ts';

/** Prints reports into a folder, so that a person can look at their pages: `node scripts/print-samples.ts <folder>`. */
const [folder = 'print-samples'] = process.argv.slice(2);
const order = { tenantId: 'samples' };
const sandbox = openSandbox();
const documents = createDocumentRenderer({ sandbox, log: console.log });
const drawer = createChartDrawer(sandbox);

const query = {
  id: 'q7',
  title: 'Sales by region',
  sql: 'select region, sum(amount) as revenue from sales group by region order by revenue desc',
  resultHash: 'ab12cd34ef567890',
};

async function drawCharts(): Promise<ReportChart[]> {
  return Promise.all(
    samples.sampleCharts.map(async ({ spec, result: { columns, rows } }): Promise<ReportChart> => {
      const look = { theme: 'print', locale: 'en', withTitle: false } as const;
      const drawn = await drawer.draw({ spec, query, ...look, columns, rows: JSON.stringify(rows) }, order);
      if ('problem' in drawn) throw new Error(JSON.stringify(drawn.problem));
      return { source: JSON.stringify(spec), title: spec.title, outcome: { picture: { ...drawn, query } } };
    }),
  );
}

async function buildReport(): Promise<EngagementReport> {
  const drafts = await Promise.all(['markets', 'unit-earnings', 'capacity', 'decision'].map(samples.readDraft));
  const texts = [...drafts, samples.tablesAndCharts, samples.german, samples.japanese, samples.untitled];
  const charts = await drawCharts();
  const names = { title: 'Export decision of Brennhof Windows', client: 'Brennhof Windows' };
  const report = engagementOf(texts, names);
  const chapters = report.documents.map(
    (chapter, at): ReportChapter => ({
      ...chapter,
      charts,
      isSynthesis: at === 3,
      evidence: samples.evidenceOf(chapter.markdown),
    }),
  );
  return { ...report, documents: chapters };
}

const report = await buildReport();
const [first, , , , , german] = report.documents;
if (!first || !german) throw new Error('The samples are not complete');
const rows = report.documents.map(({ filename }) => ({ ...provenance, filename }));
const about = { engagementName: report.title, client: report.client };
await mkdir(folder, { recursive: true });
const save = async (name: string, printing: Promise<Uint8Array>) => writeFile(join(folder, name), await printing);
await save('engagement.pdf', documents.renderEngagement(report, order));
await save('engagement-internal.pdf', documents.renderEngagement({ ...report, provenance: rows }, order));
await save('document.pdf', documents.renderDeliverable({ ...deliverableOf(''), ...about, document: first }, order));
await save(
  'document-internal.pdf',
  documents.renderDeliverable({ ...deliverableOf('', { provenance }), ...about, document: first }, order),
);
await save('german.pdf', documents.renderDeliverable({ ...deliverableOf(''), ...about, document: german }, order));
await sandbox.close();
