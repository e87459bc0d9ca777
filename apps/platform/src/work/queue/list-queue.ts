import type { FailureReason } from '@ecp/contract/values/run-facts';
import type { ListQueueQuery, QueueItem } from '@ecp/contract/work/queue';
import type { Statement } from '@ecp/database/statement';
import { actorUserId, type RequestContext } from '../../kernel/context.ts';
import { afterCursor, createdMicrosColumn, nextCursorOf } from '../../kernel/lists.ts';
import { type WaitingRow, waitingRows } from './waiting-rows.ts';

/** Default length of a page. */
const defaultPage = 50;
/** Most characters of a title. */
const titleLength = 300;

interface Row extends WaitingRow {
  engagement_name: string;
  title: string | null;
  version: number | null;
  failure_reason: FailureReason | null;
  created_micros: string;
}

/**
 * Lists what waits for the caller, oldest first (QUE-1, QUE-2): in the engagements of the caller and those that nobody
 * owns, or in all. Archived engagements and the sample wait for nobody. Error: `invalid_request` for a malformed cursor.
 */
export async function listQueue(
  context: RequestContext,
  query: ListQueueQuery,
): Promise<{ items: QueueItem[]; nextCursor: string | null }> {
  const limit = query.limit ?? defaultPage;
  const statement = selectPage(context, query, limit + 1);
  const [found] = await context.services.database.batchTenant(context.tenantId, [statement]);
  const rows = found.slice(0, limit);
  return { items: rows.map(toItem), nextCursor: nextCursorOf(rows, found.length > limit) };
}

/** Makes the statement of a page. Each set of conditions has its own prepared text. */
function selectPage(
  { tenantId, principal }: RequestContext,
  { scope, kind, cursor }: ListQueueQuery,
  rows: number,
): Statement<Row> {
  const values: unknown[] = [tenantId, scope === 'all' ? null : actorUserId(principal)];
  const place = (value: unknown) => `$${values.push(value)}`;
  const conditions: Record<string, string> = { owner: '($2::text is null or owner_id is null or owner_id = $2)' };
  if (kind !== undefined) conditions['kind'] = `kind = ${place(kind)}`;
  if (cursor !== undefined) conditions['cursor'] = afterCursor(cursor, place, 'oldest');
  return {
    name: `list_queue ${Object.keys(conditions).join(' ')}`,
    text: `select page.kind, page.engagement_id, page.id, page.filename, page.created_at, page.created_micros,
        page.engagement_name, told.title, told.version, told.failure_reason
      from (
        select waiting.*, ${createdMicrosColumn}, engagement_name
        from (${waitingRows}) waiting
        cross join lateral (
          select name as engagement_name, owner_id, archived_at, sample from platform.engagements e
          where e.tenant_id = $1 and e.id = waiting.engagement_id limit 1
        ) owned
        where archived_at is null and not sample and ${Object.values(conditions).join(' and ')}
        order by created_at, id limit ${place(rows)}
      ) page
      left join lateral (
        select platform.document_title(content, filename) as title, version, null as failure_reason
        from platform.deliverables where page.kind = 'review' and tenant_id = $1 and id = page.id
        union all
        select left(question, ${titleLength}), null, null from platform.questions
        where page.kind = 'question' and tenant_id = $1 and engagement_id = page.engagement_id and id = page.id
        union all
        select left(body, ${titleLength}), null, null from platform.comments
        where page.kind = 'comment' and tenant_id = $1 and id = page.id
        union all
        select null, null, failure_reason from platform.runs
        where page.kind = 'failed_run' and tenant_id = $1 and id = page.id
      ) told on true
      order by page.created_at, page.id`,
    values,
  };
}

function toItem(row: Row): QueueItem {
  const idOf = (kind: Row['kind']) => (row.kind === kind ? row.id : null);
  return {
    kind: row.kind,
    engagementId: row.engagement_id,
    engagementName: row.engagement_name,
    filename: row.filename,
    title: row.title,
    version: row.version,
    questionId: idOf('question'),
    commentId: idOf('comment'),
    runId: idOf('failed_run'),
    failureReason: row.failure_reason,
    since: row.created_at.toISOString(),
  };
}
