import type { Readable } from 'node:stream';
import type { RequestContext } from '../../../kernel/context.ts';
import { missingAsNotFound } from '../../../kernel/storage/object-storage.ts';
import { pageExtensionOf } from '../records/page-rows.ts';
import { requirePage } from './require-page.ts';

/** The archived bytes of a page. */
export interface PageDownload {
  filename: string;
  sizeBytes: number;
  content: Readable;
}

/** Opens the archived bytes of a page (RES-15). Error: `not_found`. */
export async function downloadPage(
  { services, tenantId }: RequestContext,
  { engagementId, pageId }: { engagementId: string; pageId: string },
): Promise<PageDownload> {
  const row = await requirePage(services.database, tenantId, engagementId, pageId);
  const content = await services.storage.get(row.storage_key).catch(missingAsNotFound);
  const name = row.title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '') || 'page';
  return { filename: `${name}.${pageExtensionOf(row)}`, sizeBytes: row.size_bytes, content };
}
