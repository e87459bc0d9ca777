import type { Readable } from 'node:stream';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { Citation } from '@ecp/contract/values/citations';
import type { Services } from '../../kernel/services.ts';
import { missingAsNotFound } from '../../kernel/storage/object-storage.ts';
import { selectCitedFile } from '../attachments/reading/read-cited-file.ts';
import { pageKinds } from '../research/citing/select-cited-pages.ts';
import { isShownPdf } from './read-cited-source.ts';

/** The bytes of a cited PDF. */
export interface CitedPdf {
  filename: string;
  sizeBytes: number;
  content: Readable;
}

/**
 * Opens the PDF that a citation cites (SRC-2). Other kinds of files are never given, as browsers would run what is in
 * them. Errors: `not_found` for a source that is no PDF, or one too large to be shown; StorageUnavailableError.
 */
export async function openCitedPdf(
  { database, storage }: Pick<Services, 'database' | 'storage'>,
  tenantId: string,
  { engagementId, citation }: { engagementId: string; citation: Citation },
): Promise<CitedPdf> {
  const { kind, title } = citation.source;
  if (!pageKinds.includes(kind)) throw new ApiError('not_found');
  const [[file]] = await database.batchTenant(tenantId, [selectCitedFile(tenantId, engagementId, title)]);
  if (!file || !isShownPdf(file)) throw new ApiError('not_found');
  const content = await storage.get(file.storage_key).catch(missingAsNotFound);
  return { filename: file.filename, sizeBytes: file.size_bytes, content };
}
