import { buffer } from 'node:stream/consumers';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { ArchivedPage } from '@ecp/contract/work/research';
import type { DossierFile } from '@ecp/dossier/zip';
import type { RequestContext } from '../../kernel/context.ts';
import { type PageRow, selectPagesOf, toArchivedPage } from '../../work/research/records/page-rows.ts';

/** Most bytes of all pages in one dossier. */
const maxPageBytes = 200 * 1_048_576;

/** An archived page in a dossier's list. `path` is its file, if the dossier holds it. */
export type DossierPage = ArchivedPage & { path: string | null };

/**
 * Lists the engagement's archived pages with their hashes, and reads their bytes if the tenant's policy says so. A page
 * that has changed or gone since then is verified by them. Error: `document_too_large` when they have more than 200 MB
 * together.
 */
export async function readPages(
  { services, tenantId }: RequestContext,
  engagementId: string,
  withFiles: boolean,
): Promise<{ pages: DossierPage[]; files: DossierFile[] }> {
  const [rows] = await services.database.batchTenant(tenantId, [selectPagesOf(tenantId, engagementId)]);
  const pages = rows.map((row) => ({ ...toArchivedPage(row), path: withFiles ? pathOf(row) : null }));
  if (!withFiles) return { pages, files: [] };
  if (rows.reduce((sum, row) => sum + row.size_bytes, 0) > maxPageBytes) throw new ApiError('document_too_large');
  const files: DossierFile[] = [];
  // One after the other: each page is read whole, and their order in the zip is that of the list.
  for (const row of rows) {
    files.push({ path: pathOf(row), content: await buffer(await services.storage.get(row.storage_key)) });
  }
  return { pages, files };
}

const extensions: Record<string, string> = { 'text/html': 'html', 'application/pdf': 'pdf' };

/** A path that is unique and holds nothing of the page's own words. */
function pathOf({ id, mime_type: mimeType }: PageRow): string {
  return `pages/${id}.${extensions[mimeType] ?? 'txt'}`;
}
