import { ApiError } from '@ecp/contract/declaring/errors';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { recordEvent } from '../../kernel/outbox/record-event.ts';
import { selectLatestDeliverables } from '../../work/deliverables/select-latest-deliverables.ts';
import { pdfFilename } from './pdf-filename.ts';
import { type ReportContent, readReportContent } from './read-report-content.ts';
import { renderPdf } from './render-pdf.ts';

export interface PdfFile {
  filename: string;
  pdf: Buffer;
}

export interface ExportOptions {
  includeProvenance: boolean;
  /** False when only the headers are requested: then no event reports the export. */
  delivers: boolean;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

/**
 * Renders the latest versions of an engagement's deliverables as a PDF and dispatches `report.generated` (EXP-1,
 * EXP-5). Errors: `engagement_not_found`, `no_deliverables`, those of renderPdf.
 */
export async function exportEngagement(
  context: RequestContext,
  engagementId: string,
  { includeProvenance, delivers, signal }: ExportOptions,
): Promise<PdfFile> {
  const { services, tenantId } = context;
  const selected = selectLatestDeliverables(tenantId, engagementId);
  const printable = await readReportContent(context, { engagementId, selected }, signal);
  if (printable.files.length === 0) throw new ApiError('no_deliverables');
  const { engagement, branding, files } = printable;
  const report = {
    title: engagement.name,
    client: engagement.client,
    date: services.clock.now().toISOString(),
    branding,
    summary: summarize(printable),
    documents: files.map(({ chapter }) => chapter),
    provenance: includeProvenance ? files.map(({ provenance }) => provenance) : null,
  };
  const pdf = await renderPdf(services.documents.renderEngagement(report, { tenantId, signal }), signal);
  const filename = pdfFilename(engagement.slug);
  if (delivers) {
    await context.transaction(async (tx) => {
      const data = { engagementId, filename, includeProvenance };
      await recordEvent(tx, services, tenantId, 'report.generated', data);
      await recordAudit(tx, context, {
        action: 'engagement.export_pdf',
        resourceType: 'engagement',
        resourceId: engagementId,
        metadata: { filename, includeProvenance, deliverables: files.length },
      });
    });
  }
  return { filename, pdf };
}

/** Returns the facts on the cover. */
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
