import type { CitedQuery, ReportFigures, ReportQuery } from '@ecp/documents/reports/report-types';
import { type CitedQueryRow, selectCitedQueries } from '../../work/tables/reading/select-cited-queries.ts';
import { citedQueriesReader, toCitingDocument } from './list-cited-queries.ts';
import type { ReportFile, ReportOwner } from './read-report-content.ts';

/** Most queries of an appendix. */
const maxPrintedQueries = 500;
/** Most ids that are looked up. */
const maxCited = 2_000;

/**
 * Reads the recorded queries that documents of an engagement cite, for the appendix "How the figures were made"
 * (EXP-15). A query that is not there has null for its record. Errors: `text_too_complex`, `service_unavailable`.
 */
export async function readFigures(
  { services, tenantId }: Pick<ReportOwner, 'services' | 'tenantId'>,
  engagementId: string,
  files: ReportFile[],
): Promise<ReportFigures> {
  const documents = files.map(({ deliverable, citations }) => toCitingDocument({ ...deliverable, citations }));
  const found = await services.texts.run(tenantId, citedQueriesReader, { documents });
  const cited = found.cited.slice(0, maxCited);
  if (cited.length === 0) return { queries: [], leftOut: 0 };
  const ids = cited.map(({ id }) => id);
  const [rows] = await services.database.batchTenant<[CitedQueryRow]>(tenantId, [
    selectCitedQueries(tenantId, engagementId, ids),
  ]);
  const recorded = new Map(rows.map((row) => [row.id, row]));
  const queries = cited.flatMap(({ id, citedIn, isCertain }): CitedQuery[] => {
    const row = recorded.get(id);
    if (!row && !isCertain) return [];
    return [{ id, citedIn, query: row ? toReportQuery(row) : null }];
  });
  return { queries: queries.slice(0, maxPrintedQueries), leftOut: Math.max(0, queries.length - maxPrintedQueries) };
}

function toReportQuery(row: CitedQueryRow): ReportQuery {
  const { title, sql, truncated, columns } = row;
  return {
    ...{ title, sql, truncated, columns },
    tables: row.tables.map(({ name, sha256 }) => ({ name, sha256 })),
    rows: row.first_rows,
    rowCount: row.row_count,
    resultHash: row.result_hash,
    author: { name: row.author_name, isAgent: row.author_kind === 'agent' },
    createdAt: row.created_at.toISOString(),
  };
}
