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

/** SQL for the questions of a tenant that wait for people. `tenant` is SQL for its id. */
export const waitingQuestionsOf = (tenant: string): string => `
  select 'question' as kind, engagement_id, id, null as filename, created_at from platform.questions
  where tenant_id = ${tenant} and status in ('open', 'assumed')`;

/** SQL for the comments of a tenant that wait for people. */
export const waitingCommentsOf = (tenant: string): string => `
  select 'comment' as kind, engagement_id, id, filename, created_at from platform.comments
  where tenant_id = ${tenant} and status = 'open'`;

/**
 * SQL for everything that waits for people in a tenant, given as SQL for its id (QUE-1): latest versions without a
 * review, questions without an answer, open comments, and failed latest runs. A run that somebody has stopped does not
 * wait. The finished sample waits for nobody (SMP-3): who reads the rows leaves its engagement out.
 */
export const waitingRowsOf = (tenant: string): string => `
  select 'review' as kind, engagement_id, id, filename, created_at from platform.deliverables d
  where tenant_id = ${tenant} and approval_status = 'pending_review' and not starts_with(filename, '_') and not exists (
    select from platform.deliverables newer where newer.tenant_id = d.tenant_id
      and newer.engagement_id = d.engagement_id and newer.filename = d.filename and newer.version > d.version
  )
  union all
  ${waitingQuestionsOf(tenant)}
  union all
  ${waitingCommentsOf(tenant)}
  union all
  select 'failed_run', failed.id, run.id, null, coalesce(run.finished_at, run.started_at)
  from platform.engagements failed
  cross join lateral (
    select id, status, started_at, finished_at, failure_reason from platform.runs
    where tenant_id = failed.tenant_id and engagement_id = failed.id order by started_at desc, id desc limit 1
  ) run
  where failed.tenant_id = ${tenant} and failed.status = 'failed' and run.status = 'failed'
    and run.failure_reason is distinct from 'stopped'`;

/** The same for the tenant in the first parameter of a statement. */
export const waitingRows = waitingRowsOf('$1');
