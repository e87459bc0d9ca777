import type { QueueKind } from '@ecp/contract/work/queue';

/** A row of the queue, before its texts are read. */
export interface WaitingRow {
  kind: QueueKind;
  engagement_id: string;
  /** Id of the version, question, comment or run. */
  id: string;
  filename: string | null;
  created_at: Date;
}

/** Whose rows are read: SQL for the id of the tenant, and of an engagement to read no others. */
interface Scope {
  tenant: string;
  engagement?: string;
}

/**
 * Names the rows of a table. Those of one engagement are read by its index only: a plan for tenants of average size would
 * rather look through all that waits in the tenant (`offset 0` keeps the indexes of what waits out).
 */
const rowsIn = (table: string, { tenant, engagement }: Scope): string =>
  engagement === undefined
    ? `(select * from platform.${table} where tenant_id = ${tenant})`
    : `(select * from platform.${table} where tenant_id = ${tenant} and engagement_id = ${engagement} offset 0)`;

/** SQL for the questions that wait for people. */
export const waitingQuestionsIn = (scope: Scope): string => `
  select 'question' as kind, engagement_id, id, null as filename, created_at from ${rowsIn('questions', scope)} question
  where status in ('open', 'assumed')`;

/** SQL for the comments that wait for people. */
export const waitingCommentsIn = (scope: Scope): string => `
  select 'comment' as kind, engagement_id, id, filename, created_at from ${rowsIn('comments', scope)} comment
  where status = 'open'`;

/**
 * SQL for everything that waits for people (QUE-1): latest versions without a review, questions without an answer, open
 * comments, and failed latest runs. A run that somebody has stopped does not wait. The finished sample waits for nobody
 * (SMP-3): who reads the rows leaves its engagement out. The subqueries look each row up; in place of `exists` a plan
 * for tenants of average size would read all rows of a larger one. The status is read with a column of the row, because an
 * index of statuses has it, too, and would be read from its beginning.
 */
const waitingRowsIn = (scope: Scope): string => `
  select 'review' as kind, engagement_id, id, filename, created_at from ${rowsIn('deliverables', scope)} d
  where approval_status = 'pending_review' and not starts_with(filename, '_') and version = (
    select max(version) from platform.deliverables latest
    where latest.tenant_id = d.tenant_id and latest.engagement_id = d.engagement_id and latest.filename = d.filename
  )
  union all
  ${waitingQuestionsIn(scope)}
  union all
  ${waitingCommentsIn(scope)}
  union all
  select 'failed_run', engagement_id, id, null, coalesce(finished_at, started_at) from ${rowsIn('runs', scope)} run
  where status = 'failed' and failure_reason is distinct from 'stopped' and not superseded and 'failed' = (
      select case when not sample then status end from platform.engagements e
      where e.tenant_id = run.tenant_id and e.id = run.engagement_id
    ) and id = (
      select id from platform.runs latest
      where latest.tenant_id = run.tenant_id and latest.engagement_id = run.engagement_id
      order by started_at desc, id desc limit 1
    )`;

/** Everything that waits for people in the tenant $1. */
export const waitingRows = waitingRowsIn({ tenant: '$1' });

/** Everything that waits for people in an engagement of the tenant $1, whose id is given as SQL. */
export const waitingRowsOf = (engagement: string): string => waitingRowsIn({ tenant: '$1', engagement });
