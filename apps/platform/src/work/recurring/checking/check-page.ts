import { createTimeSlice } from '@ecp/semaphore/time-slice';
import type { Services } from '../../../kernel/services.ts';
import type { EngagementRow } from '../../engagements/engagement-rows.ts';
import { archivePage } from '../../research/archiving/archive-page.ts';
import { fetchForArchive } from '../../research/fetching/fetch-for-archive.ts';
import { readContent } from '../../research/fetching/read-content.ts';
import { readPageText } from '../../research/reading/read-page-text.ts';
import { requirePage } from '../../research/reading/require-page.ts';
import { ResearchRefused } from '../../research/research-refused.ts';
import { compareCited, readForComparison } from './compare-cited.ts';
import { type ChangedStatement, toChanges } from './describe-change.ts';
import type { CitedSource, Statement } from './gather-cited.ts';
import { findingOf, type SourceFinding, sameFinding } from './source-rows.ts';

/** The engagement of a check, and its process. */
export interface CheckContext {
  services: Services;
  tenantId: string;
  engagement: EngagementRow;
  /** The person who made the schedule; null for somebody who has left. */
  madeBy: string | null;
  signal: AbortSignal;
}

/**
 * Fetches a cited page again and compares what documents cite of it (REC-5). If that changed materially, the page is
 * archived as it is now, so that a run can cite it. The engagement's research settings hold as in a run. Throws
 * ResearchRefused, StorageUnavailableError.
 */
export async function checkPage(context: CheckContext, cited: CitedSource): Promise<SourceFinding> {
  const { services, tenantId, engagement } = context;
  if (!engagement.research_enabled) throw new ResearchRefused('not_enabled');
  const row = await requirePage(services.database, tenantId, engagement.id, cited.source.id);
  const request = { tenantId, address: row.url, domains: engagement.research_domains };
  const fetched = await fetchForArchive(services, request);
  const page = await readContent(services, tenantId, fetched);
  const texts = { before: await readPageText(services.storage, row), after: page.text };
  const changed = await compareStatements(cited.statements, texts, context.signal);
  if (changed.length === 0) return sameFinding;
  const outside = { runId: null, agent: null };
  const archived = await archivePage(services, { tenantId, engagementId: engagement.id, ...outside, fetched, page });
  return findingOf(toChanges(cited, changed, archived.title));
}

/** Compares what statements cite in two texts of a source. Returns the statements of which it changed materially. */
export async function compareStatements(
  statements: readonly Statement[],
  texts: { before: string; after: string },
  signal: AbortSignal,
): Promise<ChangedStatement[]> {
  const slice = createTimeSlice(signal);
  const before = await readForComparison(texts.before, slice);
  const after = await readForComparison(texts.after, slice);
  const changed: ChangedStatement[] = [];
  for (const statement of statements) {
    if (slice.isUsedUp()) await slice.yieldToEventLoop();
    const change = await compareCited(statement, { before, after, slice });
    if (change) changed.push({ ...change, statement });
  }
  return changed;
}
