import type { Database } from '@ecp/database/database';
import type { RunRef } from '../events/emit-event.ts';

export const stoppedByUser = 'Stopped by user';
/** What a run says that ended against all expectation. */
export const internalError = 'The engine hit an internal error; start the run again';

/**
 * Ends a run once and numbers its final `status` event in the same statement. A requested stop wins over any other
 * ending. `from` lists the states that may end. Returns false when the run was in none of them.
 */
export async function endRun(
  database: Database,
  { tenantId, runId }: RunRef,
  error: string | null,
  from: ('running' | 'paused')[],
): Promise<boolean> {
  const status = error === null ? 'completed' : 'failed';
  const [events] = await database.batchTenant<[{ seq: number }]>(tenantId, [
    { name: 'end_run', text: end, values: [tenantId, runId, status, error, from, stoppedByUser] },
  ]);
  return events.length > 0;
}

const end = `
  with run as (
    update engine.runs set
      status = case when stop_requested_at is null then $3 else 'failed' end,
      error = case when stop_requested_at is null then $4 else $6 end,
      finished_at = now(), last_event = last_event + 1
    where tenant_id = $1 and id = $2 and status = any($5::text[])
    returning last_event, status, error
  )
  insert into engine.events (tenant_id, run_id, seq, event_key, type, data)
  select $1, $2, last_event, 'end', 'status', json_build_object('status', status, 'error', error) from run
  returning seq`;
