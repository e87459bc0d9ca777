import { ApiError } from '@ecp/contract/declaring/errors';
import { type ArchivedPage, researchListLimit } from '@ecp/contract/work/research';
import type { DossierFile } from '@ecp/dossier/zip';
import type { RequestContext } from '../../kernel/context.ts';
import { type PageRow, pageExtensionOf, selectPagesOf, toArchivedPage } from '../../work/research/records/page-rows.ts';
import { readStoredFiles } from './read-stored-files.ts';

/** An archived page in a dossier's list. `path` is its file, if the dossier holds it. */
export type DossierPage = ArchivedPage & { path: string | null };

/**
 * Lists the engagement's archived pages with their hashes, and reads their bytes if the tenant's policy says so. The
 * hashes verify a page that has changed or gone since then. Error: `document_too_large` when there are more pages than
 * a list holds, or their bytes are more than 200 MB together.
 */
export async function readPages(
  { services, tenantId }: RequestContext,
  engagementId: string,
  withFiles: boolean,
): Promise<{ pages: DossierPage[]; files: DossierFile[] }> {
  const [rows] = await services.database.batchTenant(tenantId, [selectPagesOf(tenantId, engagementId)]);
  // A list at its limit may lack the oldest pages.
  if (rows.length === researchListLimit) throw new ApiError('document_too_large');
  const pages = rows.map((row) => ({ ...toArchivedPage(row), path: withFiles ? pathOf(row) : null }));
  return { pages, files: withFiles ? await readStoredFiles(services.storage, rows, pathOf) : [] };
}

/** A path that is unique and holds nothing of the page's own words. */
function pathOf(row: PageRow): string {
  return `pages/${row.id}.${pageExtensionOf(row)}`;
}
