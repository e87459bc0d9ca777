import { ApiError } from '@ecp/contract/declaring/errors';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { selectLatestDeliverables } from '../../work/deliverables/select-latest-deliverables.ts';
import type { ExportOptions, PdfFile } from './export-engagement.ts';
import { pdfFilename } from './pdf-filename.ts';
import { readReportContent } from './read-report-content.ts';
import { renderPdf } from './render-pdf.ts';

/**
 * Renders the latest version of one deliverable as a PDF (EXP-7). Errors: `engagement_not_found`,
 * `deliverable_not_found`, those of renderPdf.
 */
export async function exportDeliverable(
  context: RequestContext,
  { engagementId, filename }: { engagementId: string; filename: string },
  { includeProvenance, delivers, signal }: ExportOptions,
): Promise<PdfFile> {
  const { services, tenantId } = context;
  const selected = selectLatestDeliverables(tenantId, engagementId, filename);
  const { engagement, branding, files } = await readReportContent(context, { engagementId, selected }, signal);
  const [file] = files;
  if (!file) throw new ApiError('deliverable_not_found');
  const report = {
    engagementName: engagement.name,
    client: engagement.client,
    document: file.chapter,
    branding,
    date: services.clock.now().toISOString(),
    provenance: includeProvenance ? file.provenance : null,
  };
  const pdf = await renderPdf(services.documents.renderDeliverable(report, { tenantId, signal }), signal);
  if (delivers) {
    await context.transaction((tx) =>
      recordAudit(tx, context, {
        action: 'deliverable.export_pdf',
        resourceType: 'deliverable',
        resourceId: file.deliverable.id,
        metadata: { engagementId, filename, version: file.deliverable.version, includeProvenance },
      }),
    );
  }
  return { filename: pdfFilename(filename), pdf };
}
