import { renderTable, whole } from '../report/render-table.ts';
import type { ReadPlan } from './explain-reads.ts';
import { type FillPlan, waiting } from './fill-tenants.ts';
import { type ExportFigures, renderExport } from './measure-export.ts';
import type { Footprint } from './measure-footprint.ts';
import type { GrowthFigures } from './measure-growth.ts';

/** All results of one run. */
export interface GrowthFindings {
  machine: string[];
  small: FillPlan;
  large: FillPlan;
  growth: readonly GrowthFigures[];
  exports: ExportFigures;
  footprint: Footprint;
  plans: readonly ReadPlan[];
}

/** Tables that leave less are summed up. */
const leastShownKb = 0.5;

/** Writes the findings as the Markdown page docs/benchmarks-growth.md. */
export function renderGrowth({ machine, small, large, growth, exports, footprint, plans }: GrowthFindings): string {
  return [
    '# Benchmarks of growth',
    'Written by `npm run bench:growth`. What it means for the size of an installation is in [capacity.md](capacity.md).',
    machine.map((line) => `- ${line}`).join('\n'),
    '## Reads of a large tenant',
    `Two databases are compared: ${sizeOf(small)}; and ${sizeOf(large)}. ${waitingNote} Both databases are filled by SQL and analysed. One platform reads each over HTTP, request by request in turn; figures are medians in milliseconds. The goal is a ratio of at most 1.3.`,
    renderReads(growth),
    '## Export of an account',
    renderExport(exports),
    '## What a run leaves',
    `Means of ${footprint.runs} runs of three tasks with the offline model, one after the other on the whole product, with indexes: ${kb(totalBytes(footprint))} KB in tables, ${kb(footprint.walBytes)} KB of the write-ahead log, ${whole(footprint.transactions)} transactions.`,
    renderFootprint(footprint),
    '## Plans',
    'The statements of the product at the large size, as the tenant, under row-level security.',
    ...plans.map(({ title, plan }) => `### ${title}\n\n\`\`\`\n${plan}\n\`\`\``),
    '',
  ].join('\n\n');
}

const sizeOf = ({ engagements, tenants, documents, auditEntries, searched }: FillPlan) =>
  `${whole(engagements)} engagements in one tenant of ${whole(tenants)}, each with ${documents} documents and ${auditEntries} entries of the audit log, the newest ${whole(Math.min(searched, engagements))} of them in the search`;

/** Says which reads cannot grow, because the filled data has as much of theirs at any size. */
const waitingNote = `As much waits in either: the failed runs and open comments of the newest ${whole(waiting.engagements)} engagements, and the documents of the newest ${waiting.inReview}. So the queue, its count and the orders by what waits show whether they find this among everything else, and not how they grow with it.`;

function renderReads(growth: readonly GrowthFigures[]): string {
  const rows = growth.map(({ title, smallMs, largeMs, slowestMs }) => [
    title,
    ...[smallMs, largeMs].map((ms) => ms.toFixed(1)),
    (largeMs / smallMs).toFixed(2),
    slowestMs.toFixed(1),
  ]);
  return renderTable([['Read', 'small ms', 'large ms', 'ratio', 'slowest at large ms'], ...rows]);
}

function renderFootprint(footprint: Footprint): string {
  const shown = footprint.tables.filter(({ bytes }) => bytes / 1_024 >= leastShownKb);
  const rest = totalBytes(footprint) - shown.reduce((sum, { bytes }) => sum + bytes, 0);
  return renderTable([
    ['Table', 'rows', 'KB'],
    ...shown.map(({ table, rows, bytes }) => [table, rows.toFixed(1), kb(bytes)]),
    ['others', '', kb(rest)],
  ]);
}

const totalBytes = ({ tables }: Footprint) => tables.reduce((sum, { bytes }) => sum + bytes, 0);
const kb = (bytes: number) => (bytes / 1_024).toFixed(1);
