import { archivePage } from '../../research/archiving/archive-page.ts';
import { fetchForArchive } from '../../research/fetching/fetch-for-archive.ts';
import { readContent } from '../../research/fetching/read-content.ts';
import { readPageText } from '../../research/reading/read-page-text.ts';
import { ResearchRefused } from '../../research/research-refused.ts';
import type { CheckContext } from './check-context.ts';
import { compareStatements } from './compare-cited.ts';
import { toChanges } from './describe-change.ts';
import type { CitedPage } from './gather-cited.ts';
import { findingOf, type SourceFinding, sameFinding } from './source-rows.ts';

/**
 * Fetches a cited page again and compares what documents cite of it (REC-5). If that changed materially, the page is
 * archived as it is now, so that a run can cite it. The engagement's research settings hold as in a run. Throws
 * ResearchRefused, StorageUnavailableError.
 */
export async function checkPage(context: CheckContext, cited: CitedPage): Promise<SourceFinding> {
  const { services, tenantId, engagement } = context;
  if (!engagement.research_enabled) throw new ResearchRefused('not_enabled');
  const request = { tenantId, address: cited.row.url, domains: engagement.research_domains };
  const fetched = await fetchForArchive(services, request);
  const page = await readContent(services, tenantId, fetched);
  const texts = { before: await readPageText(services.storage, cited.row), after: page.text };
  const changed = await compareStatements(cited.statements, texts, context.signal);
  if (changed.length === 0) return sameFinding;
  const outside = { runId: null, agent: null };
  const archived = await archivePage(services, { tenantId, engagementId: engagement.id, ...outside, fetched, page });
  return findingOf(toChanges(cited, changed, archived.title));
}
