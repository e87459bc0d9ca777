import type { Readable } from 'node:stream';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { RequestContext } from '../../../kernel/context.ts';
import { ObjectMissingError } from '../../../kernel/storage/object-storage.ts';
import { requirePage } from './require-page.ts';

/** The archived bytes of a page. */
export interface PageDownload {
  filename: string;
  sizeBytes: number;
  content: Readable;
}

const extensions: Record<string, string> = { 'text/html': 'html', 'application/pdf': 'pdf' };

/** Opens the archived bytes of a page (RES-15). Error: `not_found`. */
export async function downloadPage(
  { services, tenantId }: RequestContext,
  { engagementId, pageId }: { engagementId: string; pageId: string },
): Promise<PageDownload> {
  const row = await requirePage(services.database, tenantId, engagementId, pageId);
  const content = await services.storage.get(row.storage_key).catch((error: unknown) => {
    throw error instanceof ObjectMissingError ? new ApiError('not_found', { cause: error }) : error;
  });
  const name = row.title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '') || 'page';
  return { filename: `${name}.${extensions[row.mime_type] ?? 'txt'}`, sizeBytes: row.size_bytes, content };
}
