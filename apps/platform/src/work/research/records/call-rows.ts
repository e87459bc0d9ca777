import type { ResearchRefusal } from '@ecp/contract/values/research-refusals';
import type { PageRead } from '@ecp/contract/work/research';

/** The columns that searches and reads share. A row is the claim of the id that the engine chose. */
export interface CallRow {
  id: string;
  engagement_id: string;
  run_id: string;
  agent_slug: string;
  task_id: string | null;
  refusal: ResearchRefusal | null;
  claimed_by: string | null;
  created_at: Date;
}

/** The columns of CallRow. */
export const callColumns = 'id, engagement_id, run_id, agent_slug, task_id, refusal, claimed_by, created_at';

/** A new call: one that is sent or waits for an earlier one, or one that is refused. */
export type NewCall = Omit<CallRow, 'created_at'> & { state: 'claimed' | 'refused' };

/** The columns of a new call, for inserts. */
export const newCallColumns = 'id, tenant_id, engagement_id, run_id, agent_slug, task_id, state, refusal, claimed_by';

/** Returns the values of newCallColumns. */
export function newCallValues(tenantId: string, row: NewCall): unknown[] {
  const refusal = row.refusal && JSON.stringify(row.refusal);
  return [
    ...[row.id, tenantId, row.engagement_id, row.run_id, row.agent_slug, row.task_id],
    ...[row.state, refusal, row.claimed_by],
  ];
}

/** Turns a row into the fields that the wire forms of searches and reads share. */
export function toCallFields(row: CallRow): Omit<PageRead, 'url' | 'pageId'> {
  return {
    id: row.id,
    agent: row.agent_slug,
    taskId: row.task_id,
    runId: row.run_id,
    reason: row.refusal?.reason ?? null,
    detail: row.refusal?.detail ?? null,
    createdAt: row.created_at.toISOString(),
  };
}
