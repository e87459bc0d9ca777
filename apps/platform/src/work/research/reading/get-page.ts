import type { ArchivedPageText } from '@ecp/contract/work/research';
import type { RequestContext } from '../../../kernel/context.ts';
import { missingAsNotFound } from '../../../kernel/storage/object-storage.ts';
import { toArchivedPage } from '../records/page-rows.ts';
import { readPageText } from './read-page-text.ts';
import { requirePage } from './require-page.ts';

/** Reads an archived page with its text (RES-15). Errors: `not_found`, `service_unavailable`. */
export async function getPage(
  { services, tenantId }: RequestContext,
  { engagementId, pageId }: { engagementId: string; pageId: string },
): Promise<ArchivedPageText> {
  const row = await requirePage(services.database, tenantId, engagementId, pageId);
  const text = await readPageText(services.storage, row).catch(missingAsNotFound);
  return { ...toArchivedPage(row), text };
}
