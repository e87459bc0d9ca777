import type { Database } from '@ecp/database/database';
import { eventStatement, type RunRef } from '../events/emit-event.ts';
import { waitingTasks } from './question-store.ts';

/**
 * Parks a run of which everything left waits for answers: it keeps neither a workflow nor a place in the queue (contract
 * 11), and goes on without an answer at its `wakes_at`. Returns false if one of the tasks no longer waits, so that the
 * workflow goes on. Safe to repeat: a run that is parked, woken or over meanwhile no longer belongs to the workflow.
 */
export async function parkRun(
  database: Database,
  run: RunRef & { generation: number },
  taskIds: readonly string[],
): Promise<boolean> {
  const { tenantId, runId, generation } = run;
  return database.withTenant(tenantId, async (tx) => {
    const { rowCount: owned } = await tx.query({
      name: 'lock_run_to_park',
      text: `select from engine.runs where tenant_id = $1 and id = $2 and generation = $3::integer and wakes_at is null
          and status in ('running', 'paused') and stop_requested_at is null for update`,
      values: [tenantId, runId, generation],
    });
    if (owned === 0) return true;
    const { rowCount: waiting } = await tx.query(waitingTasks(run, taskIds));
    if (waiting < taskIds.length) return false;
    const { rows } = await tx.query<{ wakesAt: Date | null }>({
      name: 'park_run',
      text: `update engine.runs set wakes_at = (
          select min(due_at) from engine.questions where tenant_id = $1 and run_id = $2 and status = 'open')
        where tenant_id = $1 and id = $2 returning wakes_at as "wakesAt"`,
      values: [tenantId, runId],
    });
    const until = rows[0]?.wakesAt?.toISOString() ?? '';
    await tx.query(
      eventStatement(run, `log:waiting:${generation}`, {
        ...{ type: 'log', level: 'info', code: 'run_waiting', agent: null, taskId: null },
        message: `Everything left of the run waits for answers, until ${until} at the latest`,
      }),
    );
    // The last event of a run that waits: its followers need not wait with it.
    await tx.query(eventStatement(run, `waiting:${generation}`, { type: 'waiting', until }));
    return true;
  });
}
