import type { ExportAudience } from '@ecp/contract/reach/exports';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { recordEvent } from '../../kernel/outbox.ts';
import { selectLatestDeliverables } from '../../work/deliverables/select-latest-deliverables.ts';
import { type PdfFile, printEngagement } from './print-engagement.ts';
import { ownerOf } from './read-report-content.ts';

export interface ExportOptions {
  audience: ExportAudience;
  includeProvenance: boolean;
  /** False when only the headers are requested: then no event reports the export. */
  delivers: boolean;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

/**
 * Prints the latest versions of an engagement's deliverables as a PDF and dispatches `report.generated` (EXP-1,
 * EXP-5, EXP-17). With provenance it names agents and models (EXP-3). Errors: those of printEngagement.
 */
export async function exportEngagement(
  context: RequestContext,
  engagementId: string,
  { audience, includeProvenance, delivers, signal }: ExportOptions,
): Promise<PdfFile> {
  const { services, tenantId } = context;
  const selected = selectLatestDeliverables(tenantId, engagementId);
  const order = { engagementId, selected, audience, includeProvenance };
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
