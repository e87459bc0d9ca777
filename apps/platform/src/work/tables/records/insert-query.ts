import { ApiError } from '@ecp/contract/declaring/errors';
import type { Author } from '@ecp/contract/values/authors';
import type { Transaction } from '@ecp/database/database';
import { lockEngagement } from '../../engagements/engagement-rows.ts';
import { type QueryOutcome, type QueryRow, queryColumns } from './query-rows.ts';
import { requireQueryRoom } from './require-query-room.ts';

/** A query to record. */
export interface NewQuery {
  id: string;
  engagementId: string;
  title: string | null;
  sql: string;
  outcome: QueryOutcome;
  author: Author;
  /** The run whose agent asked; null for a person's query. */
  runId: string | null;
}

/**
 * Records a query with its result, under the engagement's lock so that the limit holds. Returns undefined when the
 * tenant has a query of that id. Errors: `not_found` when the engagement has been deleted, `query_limit_reached`.
 */
export async function insertQuery(tx: Transaction, tenantId: string, query: NewQuery): Promise<QueryRow | undefined> {
  const { id, engagementId, title, sql, outcome, author, runId } = query;
  if (!(await lockEngagement(tx, tenantId, engagementId))) throw new ApiError('not_found');
  await requireQueryRoom(tx, tenantId, engagementId);
  const { rows } = await tx.query<QueryRow>({
    name: 'insert_query',
    text: `insert into platform.queries (id, tenant_id, engagement_id, title, sql, columns, rows, rows_bytes, row_count,
        truncated, result_hash, tables, author_kind, author_id, author_name, run_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
      on conflict (tenant_id, id) do nothing returning ${queryColumns}`,
    values: [
      id,
      tenantId,
      engagementId,
      title,
      sql,
      JSON.stringify(outcome.columns),
      outcome.rows,
      Buffer.byteLength(outcome.rows),
      outcome.rowCount,
      outcome.truncated,
      outcome.resultHash,
      JSON.stringify(outcome.tables),
      author.kind,
      author.id,
      author.name,
      runId,
    ],
  });
  return rows[0];
}
