import type { PortalContext } from '../../kernel/context.ts';
import { printDeliverable } from '../exports/print-deliverable.ts';
import { type PdfFile, printEngagement } from '../exports/print-engagement.ts';
import { type Delivery, ownerOf, readOrder, recordDownload } from './portal-downloads.ts';
import { requireShown } from './shown-documents.ts';

/** Prints what the link shows as one PDF for the client (REL-12). Errors: those of printEngagement. */
export async function exportInPortal(context: PortalContext, { delivers, signal }: Delivery): Promise<PdfFile> {
  const { filename, pdf, files } = await printEngagement(ownerOf(context), await readOrder(context), signal);
  if (delivers) await recordDownload(context, 'portal.export_pdf', { deliverables: files.length });
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
  const printed = await printDeliverable(ownerOf(context), await readOrder(context, filename), signal);
  const { version } = printed.file.deliverable;
  if (delivers) await recordDownload(context, 'portal.export_pdf', { filename, version });
  return { filename: printed.filename, pdf: printed.pdf };
}
