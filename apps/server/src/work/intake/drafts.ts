import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '@ecp/contract/declaring/errors';
import { requestLimits } from '@ecp/contract/values/limits';
import { extensionOf, mailExtensions, mimeTypeOf } from '@ecp/contract/work/attachment-types';
import type { DraftFromTextBody, RequestDraft } from '@ecp/contract/work/engagements';
import { unwrapLines } from '@ecp/markdown/rendered-text';
import { makeProcessFolder } from '@ecp/sandbox/process-folders';
import type { RequestContext } from '../../kernel/context.ts';
import {
  contradictsExtension,
  type IncomingFile,
  receiveBytes,
  signatureSizeBytes,
  type UploadedForm,
} from '../../kernel/uploads.ts';
import type { Extraction } from '../../material/text-extraction/extraction.ts';
import { createTextExtractor } from '../../material/text-extraction/text-extractor.ts';
import { requestReader } from './request.ts';

interface ReceivedFile {
  extension: string;
  bytes: Buffer;
}

/**
 * Drafts an engagement from a file, opened in the sandbox only and not stored. Errors: those of the
 * form, `file_type_unsupported`, `file_content_mismatch`, `file_too_large`, `request_unreadable`.
 */
export async function draftFromFile(
  context: RequestContext,
  form: UploadedForm<object>,
): Promise<RequestDraft> {
  const { stored } = await form.receive(receiveFile);
  const { state, note, sections } = await readFile(context, stored);
  if (state !== 'extracted')
    throw new ApiError('request_unreadable', { values: { reason: note ?? state } });
  const text = sections
    .map((section) => section.text)
    .join('\n\n')
    .slice(0, requestLimits.characters);
  return draftFromText(context, { text: stored.extension === '.pdf' ? unwrapLines(text) : text });
}

/** Receives a file of a type that is read, within its limit. */
async function receiveFile(file: IncomingFile): Promise<ReceivedFile> {
  const extension = extensionOf(file.filename);
  if (extension !== '.eml' && mimeTypeOf(file.filename) === undefined) {
    const code = mailExtensions.includes(extension)
      ? 'mail_form_unsupported'
      : 'file_type_unsupported';
    throw new ApiError(code, { values: { extension: extension || 'none' } });
  }
  const bytes = await receiveBytes(file, requestLimits.fileBytes);
  if (contradictsExtension(bytes.subarray(0, signatureSizeBytes), extension))
    throw new ApiError('file_content_mismatch', { values: { extension } });
  return { extension, bytes };
}

async function readFile(
  { services, tenantId }: RequestContext,
  { extension, bytes }: ReceivedFile,
): Promise<Extraction> {
  const folder = makeProcessFolder('read');
  try {
    const path = join(folder, 'content');
    await writeFile(path, bytes);
    return await createTextExtractor(services).extractText(tenantId, { path, extension });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Drafts an engagement from pasted text by rules. Errors: `text_too_complex`,
 * `service_unavailable`.
 */
export function draftFromText(
  { services, tenantId }: Pick<RequestContext, 'services' | 'tenantId'>,
  { text }: DraftFromTextBody,
): Promise<RequestDraft> {
  const today = services.clock.now().toISOString().slice(0, 10);
  return services.texts.run(tenantId, requestReader, { text, today });
}
