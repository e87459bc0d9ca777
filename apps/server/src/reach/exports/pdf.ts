import { ApiError } from '@ecp/contract/declaring/errors';
import type { ExportAudience } from '@ecp/contract/reach/exports';
import type { FootnoteChoice } from '@ecp/contract/values/footnotes';
import { averageScore, roundScore } from '@ecp/contract/values/scores';
import type {
  Branding,
  CitedQuery,
  EngagementReport,
  ReportFigures,
  ReportQuery,
} from '@ecp/documents/reports/report-types';
import { readBrand } from '../../identity/branding/branding.ts';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { recordEvent } from '../../kernel/outbox.ts';
import { type CitedQueryRow, selectCitedQueries } from '../../material/tables/recorded-queries.ts';
import { selectLatestDeliverables } from '../../work/documents/deliverable-rows.ts';
import { citedQueriesReader, toCitingDocument } from './cited-queries.ts';
import {
  ownerOf,
  pdfFilename,
  type ReportContent,
  type ReportFile,
  type ReportOrder,
  type ReportOwner,
  readReportContent,
  renderPdf,
  titleFilename,
} from './report-content.ts';

export interface ExportOptions {
  audience: ExportAudience;
  includeProvenance: boolean;
  footnotes: FootnoteChoice | undefined;
  /** False when only the headers are requested: then no event reports the export. */
  delivers: boolean;
  signal: AbortSignal;
}

/**
 * Prints the latest versions as a PDF, with `report.generated`; provenance names agents and models.
 * Errors: those of printEngagement.
 */
export async function exportEngagement(
  context: RequestContext,
  engagementId: string,
  { audience, includeProvenance, footnotes, delivers, signal }: ExportOptions,
): Promise<PdfFile> {
  const { services, tenantId } = context;
  const selected = selectLatestDeliverables(tenantId, engagementId);
  const order = { engagementId, selected, audience, includeProvenance, footnotes };
  const { filename, pdf, files } = await printEngagement(ownerOf(context), order, signal);
  if (delivers) {
    await context.transaction(async (tx) => {
      const data = { engagementId, filename, audience, includeProvenance };
      await recordEvent(tx, services, tenantId, 'report.generated', data);
      await recordAudit(tx, context, {
        action: 'engagement.export_pdf',
        resourceType: 'engagement',
        resourceId: engagementId,
        metadata: { filename, audience, includeProvenance, deliverables: files.length },
      });
    });
  }
  return { filename, pdf };
}

/** Prints the latest version of one deliverable. Errors: those of printDeliverable. */
export async function exportDeliverable(
  context: RequestContext,
  { engagementId, filename }: { engagementId: string; filename: string },
  { audience, includeProvenance, footnotes, delivers, signal }: ExportOptions,
): Promise<PdfFile> {
  const selected = selectLatestDeliverables(context.tenantId, engagementId, filename);
  const order = { engagementId, selected, audience, includeProvenance, footnotes };
  const printed = await printDeliverable(ownerOf(context), order, signal);
  if (delivers) {
    const { deliverable } = printed.file;
    await context.transaction((tx) =>
      recordAudit(tx, context, {
        action: 'deliverable.export_pdf',
        resourceType: 'deliverable',
        resourceId: deliverable.id,
        metadata: {
          engagementId,
          filename,
          version: deliverable.version,
          audience,
          includeProvenance,
        },
      }),
    );
  }
  return { filename: printed.filename, pdf: printed.pdf };
}

export interface PdfFile {
  filename: string;
  pdf: Buffer;
}

interface PrintedReport extends PdfFile {
  files: ReportFile[];
}

/**
 * Prints versions as one report and records nothing. Errors: `engagement_not_found`,
 * `no_deliverables`, those of renderPdf.
 */
export async function printEngagement(
  owner: ReportOwner,
  order: ReportOrder,
  signal: AbortSignal,
): Promise<PrintedReport> {
  const { services, tenantId } = owner;
  const { engagementId, audience, includeProvenance = false } = order;
  const content = await readReportContent(owner, order, signal);
  const { engagement, branding, files } = content;
  if (files.length === 0) throw new ApiError('no_deliverables');
  const report = {
    audience,
    title: engagement.name,
    client: engagement.client,
    date: services.clock.now().toISOString(),
    branding,
    summary: audience === 'team' ? summarize(content) : null,
    documents: files.map(({ chapter }) => chapter),
    provenance: includeProvenance ? files.map(({ provenance }) => provenance) : null,
    figures: includeProvenance ? await readFigures(owner, engagementId, files) : null,
  };
  const pdf = await renderPdf(
    services.documents.renderEngagement(report, { tenantId, signal }),
    signal,
  );
  return { filename: pdfFilename(engagement.slug, { isInternal: includeProvenance }), pdf, files };
}

/** Returns the facts on the cover of the team's copy. */
function summarize({ files }: ReportContent): NonNullable<EngagementReport['summary']> {
  const average = averageScore(files.flatMap(({ chapter }) => chapter.score ?? []));
  const approved = files.filter(({ chapter }) => chapter.approvalStatus === 'approved').length;
  return {
    deliverables: files.length,
    approved,
    averageScore: average === null ? null : roundScore(average),
  };
}

interface PrintedDeliverable extends PdfFile {
  file: ReportFile;
}

/**
 * Prints the one version of `selected` and records nothing. Errors: `engagement_not_found`,
 * `deliverable_not_found`, those of renderPdf.
 */
export async function printDeliverable(
  owner: ReportOwner,
  order: ReportOrder,
  signal: AbortSignal,
): Promise<PrintedDeliverable> {
  const { services, tenantId } = owner;
  const { engagementId, audience, includeProvenance = false } = order;
  const { engagement, branding, files } = await readReportContent(owner, order, signal);
  const [file] = files;
  if (!file) throw new ApiError('deliverable_not_found');
  const report = {
    audience,
    engagementName: engagement.name,
    client: engagement.client,
    document: file.chapter,
    branding,
    date: services.clock.now().toISOString(),
    provenance: includeProvenance ? file.provenance : null,
    figures: includeProvenance ? await readFigures(owner, engagementId, files) : null,
  };
  const pdf = await renderPdf(
    services.documents.renderDeliverable(report, { tenantId, signal }),
    signal,
  );
  const own = pdfFilename(file.deliverable.filename, { isInternal: includeProvenance });
  return { filename: audience === 'client' ? titleFilename(file, 'pdf') : own, pdf, file };
}

/** Limits the queries of an appendix. */
const maxPrintedQueries = 500;
/** Limits the ids that are looked up. */
const maxCited = 2_000;

/**
 * Reads cited queries for the appendix, null for missing ones. Errors: `text_too_complex`,
 * `service_unavailable`.
 */
async function readFigures(
  { services, tenantId }: Pick<ReportOwner, 'services' | 'tenantId'>,
  engagementId: string,
  files: ReportFile[],
): Promise<ReportFigures> {
  const documents = files.map(({ deliverable, citations }) =>
    toCitingDocument({ ...deliverable, citations }),
  );
  const found = await services.texts.run(tenantId, citedQueriesReader, { documents });
  const cited = found.cited.slice(0, maxCited);
  if (cited.length === 0) return { queries: [], leftOut: 0 };
  const ids = cited.map(({ id }) => id);
  const [rows] = await services.database.batchTenant<[CitedQueryRow]>(tenantId, [
    selectCitedQueries(tenantId, engagementId, ids),
  ]);
  const recorded = new Map(rows.map((row) => [row.id, row]));
  const queries = cited.flatMap(({ id, citedIn, isCertain }): CitedQuery[] => {
    const row = recorded.get(id);
    if (!row && !isCertain) return [];
    return [{ id, citedIn, query: row ? toReportQuery(row) : null }];
  });
  return {
    queries: queries.slice(0, maxPrintedQueries),
    leftOut: Math.max(0, queries.length - maxPrintedQueries),
  };
}

function toReportQuery(row: CitedQueryRow): ReportQuery {
  const { title, sql, truncated, columns } = row;
  return {
    title,
    sql,
    truncated,
    columns,
    tables: row.tables.map(({ name, sha256 }) => ({ name, sha256 })),
    rows: row.first_rows,
    rowCount: row.row_count,
    resultHash: row.result_hash,
    author: { name: row.author_name, isAgent: row.author_kind === 'agent' },
    createdAt: row.created_at.toISOString(),
  };
}

/** A branding to preview. An absent field is as saved; an empty one is unset. */
export interface UnsavedBranding {
  companyName?: string;
  primaryColor?: string;
}

/** Renders a sample report with an unsaved branding. Errors: those of renderPdf. */
export async function previewBranding(
  { services, tenantId, principal }: RequestContext,
  tried: UnsavedBranding,
  signal: AbortSignal,
): Promise<PdfFile> {
  const saved = await readBrand(services.database, tenantId);
  const companyName = (tried.companyName?.trim() ?? saved.companyName) || principal.tenantName;
  const primaryColor = (tried.primaryColor ?? saved.primaryColor) || null;
  const branding = { companyName, primaryColor, logo: saved.logo };
  const report = sampleReport(branding, services.clock.now().toISOString());
  const rendering = services.documents.renderEngagement(report, { tenantId, signal });
  return { filename: 'preview.pdf', pdf: await renderPdf(rendering, signal) };
}

const sampleMarkdown = `# Market scan

## Summary

This page shows how your reports look: **headings**, tables, lists and sources carry your colour, and every page your name.

| Segment | Revenue 2025 | Change |
|---|---:|---:|
| Wholesale | €4.2 million | +6 % |
| Online shop | €1.8 million | +21 % |
| Own cafés | €0.9 million | −3 % |

> Two of three customers would pay more for a shorter delivery time.[^1]

## What follows

1. Offer a delivery within two days to wholesale customers.
2. Measure the effect for a quarter before prices change.

[^1]: Customer survey, March 2026, question 7.
`;

/**
 * Returns a short report with all that a branding affects: cover, contents, headings, table, quote
 * and source.
 */
function sampleReport(branding: Branding, date: string): EngagementReport {
  return {
    audience: 'client',
    title: 'Growth strategy',
    client: 'Sample client',
    date,
    branding,
    summary: null,
    documents: [
      {
        title: 'Market scan',
        filename: 'market-scan.md',
        markdown: sampleMarkdown,
        version: 1,
        wordCount: 96,
        approvalStatus: 'approved',
        score: null,
      },
    ],
    provenance: null,
  };
}
