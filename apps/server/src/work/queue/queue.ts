import type { WaitingCounts } from '@ecp/contract/values/notice-kinds';
import type { FailureReason } from '@ecp/contract/values/run-facts';
import type {
  CountQueueQuery,
  ListQueueQuery,
  QueueItem,
  QueueKind,
} from '@ecp/contract/work/queue';
import type { Statement } from '@ecp/database/statement';
import { actorUserId, type RequestContext } from '../../kernel/context.ts';
import { afterCursor, createdMicrosColumn, cutPage } from '../../kernel/lists.ts';

const defaultPage = 50;
/** Limits the characters of a title. */
const titleLength = 300;

interface QueueRow extends WaitingRow {
  engagement_name: string;
  title: string | null;
  version: number | null;
  approvals: number | null;
  approvals_needed: number | null;
  failure_reason: FailureReason | null;
  created_micros: string;
}

/**
 * Lists what waits for the caller, oldest first, without archived engagements and the sample.
 * Error: `invalid_request` for a malformed cursor.
 */
export async function listQueue(
  context: RequestContext,
  query: ListQueueQuery,
): Promise<{ items: QueueItem[]; nextCursor: string | null }> {
  const limit = query.limit ?? defaultPage;
  const statement = selectPage(context, query, limit + 1);
  const [found] = await context.services.database.batchTenant(context.tenantId, [statement]);
  const { rows, nextCursor } = cutPage(found, limit);
  return { items: rows.map(toItem), nextCursor };
}

/** Each set of conditions has its own prepared text. */
function selectPage(
  { tenantId, principal }: RequestContext,
  { scope, kind, cursor }: ListQueueQuery,
  rows: number,
): Statement<QueueRow> {
  const values: unknown[] = [tenantId, scope === 'all' ? null : actorUserId(principal)];
  const place = (value: unknown) => `$${values.push(value)}`;
  const conditions: Record<string, string> = { reader: waitsFor('$2') };
  if (kind !== undefined) conditions['kind'] = `kind = ${place(kind)}`;
  if (cursor !== undefined) conditions['cursor'] = afterCursor(cursor, place, 'oldest');
  return {
    name: `list_queue ${Object.keys(conditions).join(' ')}`,
    text: `select page.kind, page.engagement_id, page.id, page.filename, page.created_at, page.created_micros,
        page.engagement_name, told.title, told.version, told.approvals,
        told.approvals_needed, told.failure_reason
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
        select platform.document_title(content, filename) as title, version, jsonb_array_length(approvals) as approvals,
          (select approvals_needed from platform.tenants where id = $1) as approvals_needed, null as failure_reason
        from platform.deliverables where page.kind = 'review' and tenant_id = $1 and id = page.id
        union all
        select left(question, ${titleLength}), null, null, null, null from platform.questions
        where page.kind = 'question' and tenant_id = $1 and engagement_id = page.engagement_id and id = page.id
        union all
        select left(body, ${titleLength}), null, null, null, null from platform.comments
        where page.kind = 'comment' and tenant_id = $1 and id = page.id
        union all
        select null, null, null, null, failure_reason from platform.runs
        where page.kind = 'failed_run' and tenant_id = $1 and id = page.id
      ) told on true
      order by page.created_at, page.id`,
    values,
  };
}

function toItem(row: QueueRow): QueueItem {
  const idOf = (kind: QueueRow['kind']) => (row.kind === kind ? row.id : null);
  return {
    kind: row.kind,
    engagementId: row.engagement_id,
    engagementName: row.engagement_name,
    filename: row.filename,
    title: row.title,
    version: row.version,
    approvals: row.approvals,
    approvalsNeeded: row.approvals_needed,
    questionId: idOf('question'),
    commentId: idOf('comment'),
    runId: idOf('failed_run'),
    failureReason: row.failure_reason,
    since: row.created_at.toISOString(),
  };
}

/** The columns that count rows of the queue `waiting` by kind. */
export const waitingCounts = `
  count(*) filter (where waiting.kind = 'review')::integer as reviews,
  count(*) filter (where waiting.kind = 'question')::integer as questions,
  count(*) filter (where waiting.kind = 'comment')::integer as comments,
  count(*) filter (where waiting.kind = 'failed_run')::integer as failed`;

/** Counts what waits for the caller, by kind, in the engagements that listQueue shows. */
export async function countQueue(
  { services, tenantId, principal }: RequestContext,
  { scope }: CountQueueQuery,
): Promise<WaitingCounts> {
  const [[counts]] = await services.database.batchTenant<[WaitingCounts]>(tenantId, [
    {
      name: 'count_queue',
      text: `select ${waitingCounts} from (${waitingRows}) waiting
        cross join lateral (
          select archived_at, sample, owner_id from platform.engagements
          where tenant_id = $1 and id = waiting.engagement_id limit 1
        ) e
        where archived_at is null and not sample and ${waitsFor('$2')}`,
      values: [tenantId, scope === 'all' ? null : actorUserId(principal)],
    },
  ]);
  if (!counts) throw new Error('The count returned no row');
  return counts;
}

/**
 * Returns the statement that counts what waits in one engagement, as the list of engagements does;
 * with a reader, without what waits for others to answer them.
 */
export function selectWaitingOf(
  tenantId: string,
  engagementId: string,
  readerId: string | null,
): Statement<WaitingCounts> {
  return {
    name: 'select_waiting_of',
    text: `select ${waitingCounts} from (${waitingRowsOf('$2')}) waiting
      join platform.engagements e on e.tenant_id = $1 and e.id = $2 and not e.sample
      where ${countsFor('$3', 'e.owner_id')}`,
    values: [tenantId, engagementId, readerId],
  };
}

/** A row of the queue, before its texts are read. */
interface WaitingRow {
  kind: QueueKind;
  engagement_id: string;
  id: string;
  filename: string | null;
  created_at: Date;
}

/**
 * Returns a condition for the rows of one engagement. `offset 0` keeps Postgres on the engagement's
 * index: the plan for an average tenant reads all that waits.
 */
export const ofEngagement = (tenant: string, engagement: string): string =>
  `tenant_id = ${tenant} and engagement_id = ${engagement} offset 0`;

/**
 * SQL for the id of whoever spoke last in a comment, of which tenant, id and author are given as
 * SQL.
 */
const lastSpeaker = (tenant: string, comment: string, author: string): string => `coalesce((
  select coalesce(author_id, '-') from platform.comment_replies
  where tenant_id = ${tenant} and comment_id = ${comment} order by created_at desc, id desc limit 1
), ${author}, '-')`;

const authorOf =
  '(select author_id from platform.comments where tenant_id = $1 and id = waiting.id)';

/**
 * SQL for whether a member can do no more for a row `waiting`: they have approved the version, or
 * may not as its author.
 */
const isDone = (member: string): string => `coalesce(waiting.barred = ${member}
  or waiting.approvals @> jsonb_build_array(jsonb_build_object('id', ${member})), false)`;

/**
 * A condition for rows `waiting` of the tenant $1 beside their engagement's `owner_id`: whether
 * they wait for the reader, given as SQL. Null is everybody. Nobody waits for an answer or another
 * approval of their own. A review for which the owner can do no more waits for everybody else.
 */
const waitsFor = (reader: string): string => `(${reader}::text is null
  or (owner_id is null or owner_id = ${reader} or ${isDone('owner_id')}) and not ${isDone(`${reader}::text`)}
  and (waiting.kind <> 'comment' or ${lastSpeaker('$1', 'waiting.id', authorOf)} <> ${reader}))`;

/**
 * A condition for rows `waiting` of the tenant $1: in an engagement without an owner, the reader's
 * own last word does not count as waiting for the team. A null reader counts all.
 */
export const countsFor = (
  reader: string,
  owner: string,
): string => `(${reader}::text is null or waiting.kind <> 'comment'
  or ${owner} is not null or ${lastSpeaker('$1', 'waiting.id', authorOf)} <> ${reader})`;

/** Names the rows of a table for which a condition holds. */
const rowsIn = (table: string, condition: string): string =>
  `(select * from platform.${table} where ${condition})`;

/** The columns of sign-off, for rows that are no reviews. */
const noApprovals = ', null::jsonb as approvals, null::text as barred';

const ownTenant = 'platform.tenants where id = platform.current_tenant_id()';

/**
 * SQL for the approvals of a version below the number; null where the next voice of anybody reaches
 * a lowered one.
 */
const missingApprovals = `case when jsonb_array_length(approvals) < (select approvals_needed from ${ownTenant}) then approvals end`;

/** SQL for the questions that wait for people, among the rows for which a condition holds. */
export const waitingQuestionsIn = (condition: string): string => `
  select 'question' as kind, engagement_id, id, null as filename, created_at${noApprovals} from ${rowsIn('questions', condition)} question
  where status in ('open', 'assumed')`;

/**
 * SQL for the comments that wait for people, among the rows for which a condition holds. Where the
 * owner of the engagement has the last word, nobody waits for an answer.
 */
export const waitingCommentsIn = (condition: string): string => `
  select 'comment' as kind, engagement_id, id, filename, created_at${noApprovals} from ${rowsIn('comments', condition)} comment
  where status = 'open' and ${lastSpeaker('comment.tenant_id', 'comment.id', 'author_id')} <> coalesce((
    select owner_id from platform.engagements owned
    where owned.tenant_id = comment.tenant_id and owned.id = comment.engagement_id
  ), '')`;

/**
 * SQL for all that waits for people, the sample included. Subqueries return values, as Postgres
 * joins `exists` by reading all rows of a large tenant, and read `sample` with the status, to keep
 * off the index of statuses.
 */
const waitingRowsIn = (condition: string): string => `
  select 'review' as kind, engagement_id, id, filename, created_at, ${missingApprovals} as approvals,
    case when not (select author_may_approve from ${ownTenant}) then author_id end as barred
  from ${rowsIn('deliverables', condition)} d
  where approval_status = 'pending_review' and not starts_with(filename, '_') and version = (
    select max(version) from platform.deliverables latest
    where latest.tenant_id = d.tenant_id and latest.engagement_id = d.engagement_id and latest.filename = d.filename
  )
  union all
  ${waitingQuestionsIn(condition)}
  union all
  ${waitingCommentsIn(condition)}
  union all
  select 'failed_run', engagement_id, id, null, coalesce(finished_at, started_at)${noApprovals} from ${rowsIn('runs', condition)} run
  where status = 'failed' and failure_reason is distinct from 'stopped' and not superseded and 'failed' = (
      select case when not sample then status end from platform.engagements e
      where e.tenant_id = run.tenant_id and e.id = run.engagement_id
    ) and id = (
      select id from platform.runs latest
      where latest.tenant_id = run.tenant_id and latest.engagement_id = run.engagement_id
      order by started_at desc, id desc limit 1
    )`;

/** Everything that waits for people in the tenant $1. */
export const waitingRows = waitingRowsIn('tenant_id = $1');

/** Everything that waits for people in an engagement of the tenant $1, whose id is given as SQL. */
export const waitingRowsOf = (engagement: string): string =>
  waitingRowsIn(ofEngagement('$1', engagement));
