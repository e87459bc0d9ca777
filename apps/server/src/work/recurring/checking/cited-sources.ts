import { isOpen } from '@ecp/contract/values/citation-counts';
import type { Citation } from '@ecp/contract/values/citations';
import type { ResearchRefusal } from '@ecp/contract/values/research-refusals';
import type { CheckedSource, UpdateChange, UpdateSource } from '@ecp/contract/work/recurring';
import type { Database, Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { selectLatestCitations } from '../../../material/evidence/citations.ts';
import { type CitedPageRow, selectCitedPages, titlesOf } from '../../../material/research/pages.ts';
import {
  type FetchedAttachmentRow,
  selectFetchedAttachments,
} from '../../../material/sources/attachment-rows.ts';
import { selectCitedQueries } from '../../../material/tables/recorded-queries.ts';
import {
  type LatestDeliverable,
  selectLatestDeliverables,
} from '../../documents/deliverable-rows.ts';

/** A statement of a latest document that rests on a source. */
export interface CitedStatement {
  document: Pick<LatestDeliverable, 'filename' | 'version' | 'content'>;
  citation: Citation;
}

interface Cited {
  source: UpdateSource;
  /** The statements of the latest documents that rest on the source. */
  statements: CitedStatement[];
}
export interface CitedPage extends Cited {
  kind: 'page';
  row: CitedPageRow;
}
export interface CitedAttachment extends Cited {
  kind: 'attachment';
  row: FetchedAttachmentRow;
}
export interface CitedQuery extends Cited {
  kind: 'query';
}
export type CitedSource = CitedPage | CitedAttachment | CitedQuery;

/** Sources of one check. More would be read for hours. */
const maxSources = 500;
const queryTitle = /^Query (\S+)$/;

/**
 * Lists what a check reads again: cited archived pages and queries, and attachments from URLs, with
 * their valid statements.
 */
export async function gatherCited(
  database: Database,
  tenantId: string,
  engagementId: string,
): Promise<CitedSource[]> {
  const statements = await listStatements(database, tenantId, engagementId);
  const byTitle = Map.groupBy(statements, ({ citation }) => citation.source.title);
  const statementsOf = (title: string) => byTitle.get(title) ?? [];
  const cited = statements.map(({ citation }) => citation);
  const queryIds = [...byTitle.keys()].flatMap((title) => queryTitle.exec(title)?.[1] ?? []);
  const [pages, queries, attachments] = await database.batchTenant(tenantId, [
    selectCitedPages(tenantId, engagementId, titlesOf(cited)),
    selectCitedQueries(tenantId, engagementId, queryIds),
    selectFetchedAttachments(tenantId, engagementId),
  ]);
  const newest = new Map(attachments.map(({ source_url: url, id }) => [url, id]));
  const sources: CitedSource[] = [
    ...pages.toSorted(byId).map((row): CitedPage => {
      const { id, title, url, fetched_at: at } = row;
      return {
        kind: 'page',
        source: { id, title, url, readAt: at.toISOString() },
        statements: statementsOf(title),
        row,
      };
    }),
    ...attachments
      .filter(
        ({ id, filename, source_url: url }) => byTitle.has(filename) || id === newest.get(url),
      )
      .map((row): CitedAttachment => {
        const { id, filename: title, source_url: url, created_at: at } = row;
        return {
          kind: 'attachment',
          source: { id, title, url, readAt: at.toISOString() },
          statements: statementsOf(title),
          row,
        };
      }),
    ...queries.toSorted(byId).map(({ id, title }): CitedQuery => {
      const name = `Query ${id}`;
      return {
        kind: 'query',
        source: { id, title: title ?? name, url: null, readAt: null },
        statements: statementsOf(name),
      };
    }),
  ];
  return sources.slice(0, maxSources);
}

async function listStatements(
  database: Database,
  tenantId: string,
  engagementId: string,
): Promise<CitedStatement[]> {
  const [documents, rows] = await database.batchTenant(tenantId, [
    selectLatestDeliverables(tenantId, engagementId),
    selectLatestCitations(tenantId, engagementId),
  ]);
  const citations = new Map(rows.map((row) => [row.deliverable_id, row.citations]));
  return documents.flatMap(({ id, filename, version, content }) =>
    (citations.get(id) ?? [])
      .filter(holds)
      .map((citation) => ({ document: { filename, version, content }, citation })),
  );
}

/** Sorts sources, so that the limit of pages leaves out the same ones when a check goes on. */
const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);

const holds = (citation: Citation) => !isOpen(citation);

export interface SourceRow {
  kind: CheckedSource['kind'];
  source_id: string;
  title: string;
  url: string | null;
  outcome: CheckedSource['outcome'];
  refusal: ResearchRefusal | null;
  changes: UpdateChange[];
}

export interface SourceFinding {
  outcome: CheckedSource['outcome'];
  refusal: ResearchRefusal | null;
  changes: UpdateChange[];
}

/** Nothing that documents cite has changed. */
export const sameFinding: SourceFinding = { outcome: 'same', refusal: null, changes: [] };

/** Returns the finding for changes of a source that was read. */
export const findingOf = (changes: UpdateChange[]): SourceFinding =>
  changes.length === 0 ? sameFinding : { outcome: 'changed', refusal: null, changes };

/** Selects what a check has found so far, in the order of reading. */
export function selectFindings(tenantId: string, updateId: string): Statement<SourceRow> {
  return {
    name: 'select_findings',
    text: `select kind, source_id, title, url, outcome, refusal, changes from platform.update_sources
      where tenant_id = $1 and update_id = $2 order by position`,
    values: [tenantId, updateId],
  };
}

export interface CheckedPlace<Source extends CitedSource = CitedSource> {
  updateId: string;
  source: Source;
  position: number;
}

/** Records what a check found in a source, once. */
export async function recordFinding(
  tx: Transaction,
  tenantId: string,
  { updateId, source, position }: CheckedPlace,
  { outcome, refusal, changes }: SourceFinding,
): Promise<void> {
  const { id, title, url } = source.source;
  await tx.query({
    name: 'record_finding',
    text: `insert into platform.update_sources
        (tenant_id, update_id, kind, source_id, title, url, outcome, refusal, changes, position)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`,
    values: [
      tenantId,
      updateId,
      source.kind,
      id,
      title,
      url,
      outcome,
      refusal && JSON.stringify(refusal),
      JSON.stringify(changes),
      position,
    ],
  });
}
