import { ApiError } from '@ecp/contract/declaring/errors';
import type { ListedPage } from '@ecp/contract/work/research';
import type { RequestContext } from '../../../kernel/context.ts';
import { countCitedTitles } from '../../deliverables/citations/count-cited-titles.ts';
import { selectEngagementExists } from '../../engagements/engagement-rows.ts';
import { pageKinds } from '../citing/select-cited-pages.ts';
import { selectPagesOf, toArchivedPage } from '../records/page-rows.ts';

/**
 * Lists an engagement's archived pages, newest first, with the documents whose latest version cites them (RES-15,
 * RES-21). Error: `not_found`.
 */
export async function listPages(
  { services, tenantId }: RequestContext,
  engagementId: string,
): Promise<{ pages: ListedPage[] }> {
  const [engagements, rows, citing] = await services.database.batchTenant(tenantId, [
    selectEngagementExists(tenantId, engagementId),
    selectPagesOf(tenantId, engagementId),
    countCitedTitles(tenantId, engagementId, pageKinds),
  ]);
  if (engagements.length === 0) throw new ApiError('not_found');
  const byTitle = Map.groupBy(citing, ({ title }) => title);
  const citedBy = (title: string) =>
    (byTitle.get(title) ?? []).map(({ filename, version, citations }) => ({ filename, version, citations }));
  return { pages: rows.map((row) => ({ ...toArchivedPage(row), citedBy: citedBy(row.title) })) };
}
