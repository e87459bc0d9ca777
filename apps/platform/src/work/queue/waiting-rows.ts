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

/**
 * Returns the condition for the rows of one engagement, of SQL for the ids. They are read by its index only: a plan for
 * tenants of average size would rather look through all that waits in the tenant (`offset 0` keeps the indexes of what
 * waits out).
 */
export const ofEngagement = (tenant: string, engagement: string): string =>
  `tenant_id = ${tenant} and engagement_id = ${engagement} offset 0`;

/** Names the rows of a table for which a condition holds. */
const rowsIn = (table: string, condition: string): string => `(select * from platform.${table} where ${condition})`;

/** SQL for the questions that wait for people, among the rows for which a condition holds. */
export const waitingQuestionsIn = (condition: string): string => `
  select 'question' as kind, engagement_id, id, null as filename, created_at from ${rowsIn('questions', condition)} question
  where status in ('open', 'assumed')`;

/** SQL for the comments that wait for people, among the rows for which a condition holds. */
export const waitingCommentsIn = (condition: string): string => `
  select 'comment' as kind, engagement_id, id, filename, created_at from ${rowsIn('comments', condition)} comment
  where status = 'open'`;

/**
 * SQL for everything that waits for people (QUE-1): latest versions without a review, questions without an answer, open
 * comments, and failed latest runs. A run that somebody has stopped does not wait. The finished sample waits for nobody
 * (SMP-3): who reads the rows leaves its engagement out. The subqueries return values, because Postgres makes a join of
 * `exists`, whose plan for tenants of average size reads all rows of a larger one. They read the status with `sample`,
 * because for a status alone Postgres may read an index of statuses from its beginning.
 */
const waitingRowsIn = (condition: string): string => `
  select 'review' as kind, engagement_id, id, filename, created_at from ${rowsIn('deliverables', condition)} d
  where approval_status = 'pending_review' and not starts_with(filename, '_') and version = (
    select max(version) from platform.deliverables latest
    where latest.tenant_id = d.tenant_id and latest.engagement_id = d.engagement_id and latest.filename = d.filename
  )
  union all
  ${waitingQuestionsIn(condition)}
  union all
  ${waitingCommentsIn(condition)}
  union all
  select 'failed_run', engagement_id, id, null, coalesce(finished_at, started_at) from ${rowsIn('runs', condition)} run
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
export const waitingRowsOf = (engagement: string): string => waitingRowsIn(ofEngagement('$1', engagement));
