import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { PortalContext } from '../../kernel/context.ts';
import { printDeliverable } from '../exports/print-deliverable.ts';
import { type PdfFile, printEngagement } from '../exports/print-engagement.ts';
import type { ReportOrder, ReportOwner } from '../exports/read-report-content.ts';
import { requireShown, selectShown } from './shown-documents.ts';

interface Delivery {
  /** False when only the headers are requested: then nothing reports the download. */
  delivers: boolean;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

/** Prints what the link shows as one PDF for the client (REL-12). Errors: those of printEngagement. */
export async function exportInPortal(context: PortalContext, { delivers, signal }: Delivery): Promise<PdfFile> {
  const { filename, pdf, files } = await printEngagement(ownerOf(context), await orderOf(context), signal);
  if (delivers) await recordDownload(context, { deliverables: files.length });
  return { filename, pdf };
}

/**
 * Prints one document that the link shows for the client (REL-12). Errors: `not_found` for a document that it does not
 * show, those of printDeliverable.
 */
export async function exportDeliverableInPortal(
  context: PortalContext,
  filename: string,
  { delivers, signal }: Delivery,
): Promise<PdfFile> {
  await requireShown(context.services.database, context.visitor, filename);
  const printed = await printDeliverable(ownerOf(context), await orderOf(context, filename), signal);
  const { version } = printed.file.deliverable;
  if (delivers) await recordDownload(context, { filename, version });
  return { filename: printed.filename, pdf: printed.pdf };
}

function ownerOf({ services, tenantId, visitor }: PortalContext): ReportOwner {
  return { services, tenantId, tenantName: visitor.tenantName };
}

async function orderOf({ services, visitor }: PortalContext, filename?: string): Promise<ReportOrder> {
  const selected = await selectShown(services.database, visitor, filename);
  const { engagementId, documents } = visitor;
  return { engagementId, selected, isInternal: false, namesOthers: documents === 'latest' };
}

async function recordDownload(
  { tenantId, visitor, ipAddress, transaction }: PortalContext,
  what: Record<string, unknown>,
): Promise<void> {
  const { engagementId, tokenId } = visitor;
  await transaction((tx) =>
    recordAudit(
      tx,
      { tenantId, userId: null, ipAddress },
      {
        action: 'portal.export_pdf',
        resourceType: 'engagement',
        resourceId: engagementId,
        metadata: { ...what, portalTokenId: tokenId },
      },
    ),
  );
}
