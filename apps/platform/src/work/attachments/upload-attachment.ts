import type { Attachment, AttachmentCategory } from '@ecp/contract/work/attachments';
import type { RequestContext } from '../../kernel/context.ts';
import type { UploadedForm } from '../../kernel/uploads.ts';
import { attacherOf, recordAttachment } from './record-attachment.ts';
import { discardFile, type StoredFile, storeFile } from './storing/store-file.ts';

/**
 * Attaches an uploaded file to an engagement (ATT-2, ATT-5). The category is `reference` by default. An incomplete or
 * invalid form leaves nothing behind. Errors: those of the form, storeFile and recordAttachment.
 */
export async function uploadAttachment(
  context: RequestContext,
  engagementId: string,
  form: UploadedForm<{ category?: AttachmentCategory | undefined; summary?: string | undefined }>,
): Promise<{ attachment: Attachment }> {
  let file: StoredFile | undefined;
  const received = await form
    .receive(async (incoming) => {
      file = await storeFile(context, engagementId, incoming);
      return file;
    })
    .catch(async (error: unknown) => {
      if (file) await discardFile(context, file);
      throw error;
    });
  const { category = 'reference', summary } = received.fields;
  const fields = { category, summary: summary?.trim() || null, sourceUrl: null };
  return recordAttachment(attacherOf(context), engagementId, received.stored, fields);
}
