import type { RunFailure } from '@ecp/contract/values/run-facts';
import type { Database } from '@ecp/database/database';
import type { RunRef } from '../events/emit-event.ts';

/** The failure of a stopped run (RUN-11). */
export const stoppedByUser: RunFailure = { reason: 'stopped', message: 'Stopped by user' };
/** The failure of a run or a task whose workflow broke. */
export const internalError = {
  reason: 'internal_error',
  message: 'The engine hit an internal error; start the run again',
} as const satisfies RunFailure;

/**
 * Ends a run once and numbers its final `status` event in the same statement. Without `failure` it completes. A
 * requested stop wins over any other outcome. `from` lists the states that may end. Returns false if the run is in none
 * of them.
 */
export async function endRun(
  database: Database,
  { tenantId, runId }: RunRef,
  failure: RunFailure | null,
  from: ('running' | 'paused')[],
): Promise<boolean> {
  const status = failure === null ? 'completed' : 'failed';
  const { reason = null, message = null } = failure ?? {};
  const values = [tenantId, runId, status, reason, message, from, stoppedByUser.reason, stoppedByUser.message];
  const [events] = await database.batchTenant<[{ seq: number }]>(tenantId, [{ name: 'end_run', text: end, values }]);
  return events.length > 0;
}

const end = `
  with run as (
    update engine.runs set
      status = case when stop_requested_at is null then $3 else 'failed' end,
      failure_reason = case when stop_requested_at is null then $4 else $7 end,
      error = case when stop_requested_at is null then $5 else $8 end,
      finished_at = now(), wakes_at = null, last_event = last_event + 1
    where tenant_id = $1 and id = $2 and status = any($6::text[])
    returning last_event, status, error, failure_reason
  )
  insert into engine.events (tenant_id, run_id, seq, event_key, type, data)
  select $1, $2, last_event, 'end', 'status', json_build_object('status', status, 'error', error,
    'failureReason', failure_reason) from run
  returning seq`;
