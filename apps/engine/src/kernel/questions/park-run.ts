import type { Database } from '@ecp/database/database';
import { eventStatement, type RunRef } from '../events/emit-event.ts';
import { lockRun, waitingTasks } from './question-store.ts';

/**
 * Ends the work of a run of which everything left waits for answers: it keeps neither a workflow nor a place in the
 * queue (contract 11). `wakes_at` is when it goes on without an answer. `go_on`: a task no longer waits. `over`: the run
 * has ended, or its next generation has begun.
 */
export async function parkRun(
  database: Database,
  run: RunRef & { generation: number },
  taskIds: readonly string[],
): Promise<'parked' | 'go_on' | 'over'> {
  const { tenantId, runId, generation } = run;
  return database.withTenant(tenantId, async (tx) => {
    await lockRun(tx, run);
    const { rows: waiting } = await tx.query<{ taskId: string | null }>({
      name: 'waiting_tasks',
      text: waitingTasks,
      values: [tenantId, runId, taskIds],
    });
    if (waiting.length < taskIds.length) return 'go_on';
    const { rows } = await tx.query<{ wakesAt: Date | null }>({
      name: 'park_run',
      text: `update engine.runs set wakes_at = (
          select min(due_at) from engine.questions where tenant_id = $1 and run_id = $2 and status = 'open')
        where tenant_id = $1 and id = $2 and generation = $3::integer and status in ('running', 'paused')
          and stop_requested_at is null
        returning wakes_at as "wakesAt"`,
      values: [tenantId, runId, generation],
    });
    const wakesAt = rows[0]?.wakesAt;
    if (!wakesAt) return 'over';
    const until = wakesAt.toISOString();
    const message = `Everything left of the run waits for answers, until ${until} at the latest`;
    await tx.query(
      eventStatement(run, `log:waiting:${generation}`, {
        ...{ type: 'log', level: 'info', code: 'run_waiting', agent: null, taskId: null },
        message,
      }),
    );
    // The last event of a run that waits: who follows it need not wait with it.
    await tx.query(eventStatement(run, `waiting:${generation}`, { type: 'waiting', until }));
    return 'parked';
  });
}
