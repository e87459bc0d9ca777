import { ApiError } from '@ecp/contract/declaring/errors';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import { recordAudit } from '../../../kernel/audit/record-audit.ts';
import { actorUserId, type RequestContext } from '../../../kernel/context.ts';
import type { EngagementState } from '../../engagements/engagement-rows.ts';
import { setEngagementStatus } from '../../engagements/set-engagement-status.ts';
import { isActive, type RunToStart } from '../records/lock-run.ts';
import { requireBudgetLeft } from '../records/require-budget-left.ts';

/**
 * The tasks that the run executes: all, one again, the stale ones again, the synthesis, or those that a proposal
 * amends.
 */
export type RunKind =
  | { kind: 'run' }
  | { kind: 'rerun'; taskId: string; filename: string }
  | { kind: 'rerun_stale' | 'synthesis'; taskIds: string[] }
  | { kind: 'rerun_update'; taskIds: string[]; updateId: string };

/**
 * Inserts a run of a locked engagement, sets the engagement to running and enqueues the follower, which starts the run
 * even if this process dies. A run starts later than all before it, also where a process's clock is wrong: readers take
 * the run that started last for the latest. Returns the run to start. Errors: `already_running`, `budget_exhausted`
 * (RUN-4, BUD-4).
 */
export async function insertRun(
  tx: Transaction,
  context: RequestContext,
  engagement: EngagementState,
  what: RunKind,
): Promise<RunToStart> {
  const { tenantId, services, principal, requestKey } = context;
  if (isActive(engagement.status)) throw new ApiError('already_running');
  await requireBudgetLeft(tx, tenantId, engagement);
  const replaces = requestKey ? await removeFailedStarts(tx, tenantId, engagement.id, requestKey) : [];
  const runId = createId();
  const { kind, ...about } = what;
  const taskIds = 'taskIds' in what ? what.taskIds : null;
  const taskId = what.kind === 'rerun' ? what.taskId : (taskIds?.[0] ?? null);
  const startedAt = services.clock.now();
  await tx.query({
    name: 'insert_run',
    text: `with superseded as (
        update platform.runs set superseded = true
        where tenant_id = $2 and engagement_id = $3 and status = 'failed' and not superseded
      )
      insert into platform.runs
      (id, tenant_id, engagement_id, kind, rerun_task_id, rerun_task_ids, status, started_at, started_by,
        request_key)
      select $1, $2, $3, $4, $5, $6, 'running', greatest($7::timestamptz, max(started_at) + interval '1 millisecond'),
        $8, $9 from platform.runs where tenant_id = $2 and engagement_id = $3`,
    values: [
      runId,
      tenantId,
      engagement.id,
      kind === 'run' ? 'run' : 'rerun',
      taskId,
      taskIds,
      startedAt,
      actorUserId(principal),
      requestKey,
    ],
  });
  await setEngagementStatus(tx, tenantId, engagement.id, 'running');
  await recordAudit(tx, context, {
    action: kind === 'run' ? 'run.start' : 'run.rerun',
    resourceType: 'engagement',
    resourceId: engagement.id,
    metadata: { runId, ...about },
  });
  await services.durable.enqueue(tx, 'followRun', runId, { tenantId, runId, replaces });
  return { id: runId, engagement_id: engagement.id, rerun_task_id: taskId, rerun_task_ids: taskIds };
}

/**
 * Removes the runs that earlier attempts of the same request left: the engine accepted none of them, as far as this
 * service knows. So one key makes one run (REQ-10). Returns their ids, which the engine may know nevertheless.
 */
async function removeFailedStarts(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
  requestKey: string,
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'remove_failed_starts',
    text: `delete from platform.runs where tenant_id = $1 and engagement_id = $2 and request_key = $3
      and status = 'failed' and failure_reason = 'start_failed' and confirmed_at is null returning id`,
    values: [tenantId, engagementId, requestKey],
  });
  return rows.map(({ id }) => id);
}
