import type { Citation } from '@ecp/contract/values/citations';
import type { CheckedSource, UpdateSource } from '@ecp/contract/work/recurring';
import type { Database } from '@ecp/database/database';
import { listFetchedAttachments } from '../../attachments/list-fetched-attachments.ts';
import { readCitations } from '../../deliverables/citations/read-citations.ts';
import { type LatestDeliverable, selectLatestDeliverables } from '../../deliverables/select-latest-deliverables.ts';
import { selectCitedPages, titlesOf } from '../../research/citing/select-cited-pages.ts';
import { selectCitedQueries } from '../../tables/reading/select-cited-queries.ts';

/** A statement of a latest document that rests on a source. */
export interface Statement {
  document: Pick<LatestDeliverable, 'filename' | 'version' | 'content'>;
  citation: Citation;
}

/** A source that is read again, with the statements of the latest documents that rest on it. */
export interface CitedSource {
  kind: CheckedSource['kind'];
  source: UpdateSource;
  statements: Statement[];
}

/** Sources of one check. More would be read for hours. */
const maxSources = 500;
const queryTitle = /^Query (\S+)$/;

/**
 * Lists what a check reads again: archived pages and recorded queries that the latest documents cite, and attachments
 * that came from a URL (REC-5). Each has the statements that hold so far: others say already what is wrong with them.
 */
export async function gatherCited(database: Database, tenantId: string, engagementId: string): Promise<CitedSource[]> {
  const [documents] = await database.batchTenant(tenantId, [selectLatestDeliverables(tenantId, engagementId)]);
  const citations = await readCitations(
    database,
    tenantId,
    documents.map(({ id }) => id),
  );
  const statements = documents.flatMap(({ id, filename, version, content }) =>
    (citations.get(id) ?? []).filter(holds).map((citation) => ({ document: { filename, version, content }, citation })),
  );
  const byTitle = Map.groupBy(statements, ({ citation }) => citation.source.title);
  const cited = statements.map(({ citation }) => citation);
  const queryIds = [...byTitle.keys()].flatMap((title) => queryTitle.exec(title)?.[1] ?? []);
  const [pages, queries] = await database.batchTenant(tenantId, [
    selectCitedPages(tenantId, engagementId, titlesOf(cited)),
    selectCitedQueries(tenantId, engagementId, queryIds),
  ]);
  const attachments = await listFetchedAttachments(database, tenantId, engagementId);
  const newest = new Map(attachments.map(({ source_url: url }, at) => [url, at]));
  const sources: CitedSource[] = [
    ...pages.toSorted(byId).map(({ id, title, url, fetched_at: at }) => {
      return toSource('page', { id, title, url, readAt: at.toISOString() }, byTitle.get(title));
    }),
    ...attachments
      .filter(({ filename, source_url: url }, at) => byTitle.has(filename) || at === newest.get(url))
      .map(({ id, filename, source_url: url, created_at: at }) => {
        return toSource('attachment', { id, title: filename, url, readAt: at.toISOString() }, byTitle.get(filename));
      }),
    ...queries
      .toSorted(byId)
      .map(({ id, title }) =>
        toSource('query', { id, title: title ?? `Query ${id}`, url: null, readAt: null }, byTitle.get(`Query ${id}`)),
      ),
  ];
  return sources.slice(0, maxSources);
}

/** The limit of pages leaves out the same ones whenever a check goes on. */
const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);

const holds = ({ state }: Citation) => state === 'verified' || state === 'computed';

function toSource(kind: CitedSource['kind'], source: UpdateSource, statements: Statement[] = []): CitedSource {
  return { kind, source, statements };
}
