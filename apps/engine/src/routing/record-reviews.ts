import type { StartRunRequest } from '@ecp/contract/engine/engine-api';
import type { Statement } from '@ecp/database/statement';

/**
 * Returns the statement that records for the router how people reviewed deliverables of earlier runs of the tenant. It
 * belongs to the transaction that starts a run. It locks rows in one order, so that two starts cannot deadlock. Unknown
 * tasks are ignored.
 */
export function recordReviews(tenantId: string, outcomes: NonNullable<StartRunRequest['reviewOutcomes']>): Statement {
  return { name: 'record_reviews', text: record, values: [tenantId, JSON.stringify(outcomes)] };
}

const record = `
  with changed as (
    select d.run_id, d.task_id, o.outcome
    from json_to_recordset($2) as o("runId" text, "taskId" text, outcome text)
    join engine.routing_decisions d on d.tenant_id = $1 and d.run_id = o."runId" and d.task_id = o."taskId"
    where d.review is distinct from o.outcome
    order by d.run_id, d.task_id
    for update of d
  )
  update engine.routing_decisions d set review = changed.outcome
  from changed where d.tenant_id = $1 and d.run_id = changed.run_id and d.task_id = changed.task_id`;
