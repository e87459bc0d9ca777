import type { PortalContext } from '../../kernel/context.ts';
import { type WordDownload, writeWordDeliverable } from '../exports/word/write-word-deliverable.ts';
import { writeWordEngagement } from '../exports/word/write-word-engagement.ts';
import { type Delivery, ownerOf, readOrder, recordDownload } from './portal-downloads.ts';
import { requireShown } from './shown-documents.ts';

/** Writes what the link shows as one Word file for the client (REL-16). Errors: those of writeWordEngagement. */
export async function exportInPortalToWord(
  context: PortalContext,
  { delivers, signal }: Delivery,
): Promise<WordDownload> {
  const { filename, docx, files } = await writeWordEngagement(ownerOf(context), await readOrder(context), signal);
  if (delivers) await recordDownload(context, 'portal.export_docx', { deliverables: files.length });
  return { filename, docx };
}

/**
 * Writes one document that the link shows as a Word file for the client (REL-16). It holds no comments: those of the team
 * are not for clients. Errors: `not_found` for a document that the link does not show, those of writeWordDeliverable.
 */
export async function exportDeliverableInPortalToWord(
  context: PortalContext,
  filename: string,
  { delivers, signal }: Delivery,
): Promise<WordDownload> {
  await requireShown(context.services.database, context.visitor, filename);
  const options = { signal, readComments: async () => [] };
  const written = await writeWordDeliverable(ownerOf(context), await readOrder(context, filename), options);
  const { version } = written.file.deliverable;
  if (delivers) await recordDownload(context, 'portal.export_docx', { filename, version });
  return { filename: written.filename, docx: written.docx };
}
