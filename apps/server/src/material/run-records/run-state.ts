import { ApiError } from '@ecp/contract/declaring/errors';
import type { FailureReason } from '@ecp/contract/values/run-facts';
import type { EngagementStatus } from '@ecp/contract/work/engagements';
import type { Database, Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import {
  type EngagementState,
  lockEngagementIfThere,
  selectEngagementState,
} from '../engagements/engagement-rows.ts';

export type RunStatus = Exclude<EngagementStatus, 'pending'>;

/** The state of a run that starting, following and controlling it need. */
export interface RunState {
  id: string;
  engagement_id: string;
  kind: 'run' | 'rerun';
  rerun_task_id: string | null;
  /** The tasks of a rerun of several tasks; `rerun_task_id` is then the first. */
  rerun_task_ids: string[] | null;
  status: RunStatus;
  error: string | null;
  failure_reason: FailureReason | null;
  started_at: Date;
  started_by: string | null;
  /** The member who ordered it; for a key, its maker. Null if nobody knows. */
  ordered_by: string | null;
  /** True for a run that was recorded elsewhere: the engine does not know it. */
  recorded: boolean;
}

/** The fields from which the start request of a run is built. */
export type RunToStart = Pick<
  RunState,
  'id' | 'engagement_id' | 'rerun_task_id' | 'rerun_task_ids'
>;

const stateColumns = `id, engagement_id, kind, rerun_task_id, rerun_task_ids, status, error, failure_reason, started_at,
  started_by, ordered_by, recorded`;

/** Whom a run concerns: who started it, and who made the key that has started it. */
export const concernOf = (run: Pick<RunState, 'engagement_id' | 'started_by' | 'ordered_by'>) => ({
  engagementId: run.engagement_id,
  userId: run.started_by,
  keyMaker: run.ordered_by,
});

export const isActive = (status: EngagementStatus): boolean =>
  status === 'running' || status === 'paused';

function selectLatestRun(tenantId: string, engagementId: string): Statement<RunState> {
  return {
    name: 'select_latest_run_state',
    text: `select ${stateColumns} from platform.runs where tenant_id = $1 and engagement_id = $2
      order by started_at desc, id desc limit 1`,
    values: [tenantId, engagementId],
  };
}

/**
 * Locks a run's engagement, then the run: every change of state locks in this order. Undefined if
 * one is deleted.
 */
export async function lockRun(
  tx: Transaction,
  tenantId: string,
  { runId, engagementId }: { runId: string; engagementId: string },
): Promise<{ run: RunState; engagement: EngagementState } | undefined> {
  const engagement = await lockEngagementIfThere(tx, tenantId, engagementId);
  if (!engagement) return undefined;
  const { rows } = await tx.query<RunState>({
    name: 'lock_run',
    text: `select ${stateColumns} from platform.runs where tenant_id = $1 and id = $2 and engagement_id = $3 for update`,
    values: [tenantId, runId, engagementId],
  });
  const [run] = rows;
  return run && { run, engagement };
}

/** Returns the status of an engagement and its newest run, if there is one. Error: `not_found`. */
export async function findLatestRun(
  database: Database,
  tenantId: string,
  engagementId: string,
): Promise<{ status: EngagementStatus; run: RunState | undefined }> {
  const [[engagement], [run]] = await database.batchTenant(tenantId, [
    selectEngagementState(tenantId, engagementId),
    selectLatestRun(tenantId, engagementId),
  ]);
  if (!engagement) throw new ApiError('not_found');
  return { status: engagement.status, run };
}

/** Reads with `tx` what findLatestRun reads. Error: `not_found`. */
export async function readLatestRun(
  tx: Transaction,
  tenantId: string,
  engagementId: string,
): Promise<{ status: EngagementStatus; run: RunState | undefined }> {
  const { rows: engagements } = await tx.query(selectEngagementState(tenantId, engagementId));
  const { rows: runs } = await tx.query(selectLatestRun(tenantId, engagementId));
  const [engagement] = engagements;
  if (!engagement) throw new ApiError('not_found');
  return { status: engagement.status, run: runs[0] };
}
