import { ApiError } from '@ecp/contract/declaring/errors';
import { pdfFilename } from './export-filename.ts';
import { readFigures } from './read-figures.ts';
import {
  type ReportContent,
  type ReportFile,
  type ReportOrder,
  type ReportOwner,
  readReportContent,
} from './read-report-content.ts';
import { renderPdf } from './render-pdf.ts';

/** A PDF and its name for a download. */
export interface PdfFile {
  filename: string;
  pdf: Buffer;
}

/** A PDF with the files that it has. */
export interface PrintedReport extends PdfFile {
  files: ReportFile[];
}

/**
 * Prints versions of an engagement's documents as one report for its audience (EXP-1, EXP-3, EXP-16). Records nothing. Errors: `engagement_not_found`, `no_deliverables`, those of renderPdf.
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
    summary: audience === 'team' ? summarize(content) : [],
    documents: files.map(({ chapter }) => chapter),
    provenance: includeProvenance ? files.map(({ provenance }) => provenance) : null,
    figures: includeProvenance ? await readFigures(owner, engagementId, files) : null,
  };
  const pdf = await renderPdf(services.documents.renderEngagement(report, { tenantId, signal }), signal);
  return { filename: pdfFilename(engagement.slug, { isInternal: includeProvenance }), pdf, files };
}

/** Returns the facts on the cover of the team's copy. */
function summarize({ files }: ReportContent): { label: string; value: string }[] {
  const scores = files.flatMap(({ chapter }) => (chapter.score === null ? [] : [chapter.score]));
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const approved = files.filter(({ chapter }) => chapter.approvalStatus === 'approved').length;
  return [
    { label: 'Deliverables', value: String(files.length) },
    { label: 'Approved', value: `${approved} of ${files.length}` },
    ...(scores.length > 0 ? [{ label: 'Average quality score', value: mean.toFixed(1) }] : []),
  ];
}
