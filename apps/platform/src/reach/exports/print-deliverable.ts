import { ApiError } from '@ecp/contract/declaring/errors';
import { pdfFilename, titleFilename } from './export-filename.ts';
import type { PdfFile } from './print-engagement.ts';
import { readFigures } from './read-figures.ts';
import { type ReportFile, type ReportOrder, type ReportOwner, readReportContent } from './read-report-content.ts';
import { renderPdf } from './render-pdf.ts';

/** A PDF of one file. */
export interface PrintedDeliverable extends PdfFile {
  file: ReportFile;
}

/**
 * Prints the one version that `selected` finds for its audience (EXP-7, EXP-8). Records nothing. Errors:
 * `engagement_not_found`, `deliverable_not_found`, those of renderPdf.
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
  const pdf = await renderPdf(services.documents.renderDeliverable(report, { tenantId, signal }), signal);
  const own = pdfFilename(file.deliverable.filename, { isInternal: includeProvenance });
  return { filename: audience === 'client' ? titleFilename(file, 'pdf') : own, pdf, file };
}
