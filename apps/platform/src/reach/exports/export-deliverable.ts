import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { selectLatestDeliverables } from '../../work/deliverables/select-latest-deliverables.ts';
import type { ExportOptions } from './export-engagement.ts';
import { printDeliverable } from './print-deliverable.ts';
import type { PdfFile } from './print-engagement.ts';
import { ownerOf } from './read-report-content.ts';

/**
 * Prints the latest version of one deliverable as a PDF for its audience (EXP-7, EXP-8, EXP-17). Errors: those of printDeliverable.
 */
export async function exportDeliverable(
  context: RequestContext,
  { engagementId, filename }: { engagementId: string; filename: string },
  { audience, includeProvenance, delivers, signal }: ExportOptions,
): Promise<PdfFile> {
  const selected = selectLatestDeliverables(context.tenantId, engagementId, filename);
  const order = { engagementId, selected, audience, includeProvenance };
  const printed = await printDeliverable(ownerOf(context), order, signal);
  if (delivers) {
    const { deliverable } = printed.file;
    await context.transaction((tx) =>
      recordAudit(tx, context, {
        action: 'deliverable.export_pdf',
        resourceType: 'deliverable',
        resourceId: deliverable.id,
        metadata: { engagementId, filename, version: deliverable.version, audience, includeProvenance },
      }),
    );
  }
  return { filename: printed.filename, pdf: printed.pdf };
}
