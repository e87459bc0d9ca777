import type { EngineEventOf } from '@ecp/contract/engine/engine-events';
import type { Database } from '@ecp/database/database';
import type { RunRef } from '../kernel/events/emit-event.ts';
import type { EngineTask } from '../kernel/runs/engine-task.ts';
import type { TaskResult } from '../kernel/runs/task-state.ts';

/** The part of a `task_complete` event that findEndedTasks reads. */
interface EndRow {
  data: EngineEventOf<'task_complete'>;
}

/**
 * Returns the tasks of a run that have ended, by their events. A release that restarts a run of an older one does
 * nothing more for them, even if its own workflow has further phases.
 */
export async function findEndedTasks(database: Database, ref: RunRef, tasks: EngineTask[]): Promise<TaskResult[]> {
  const [rows] = await database.batchTenant<[EndRow]>(ref.tenantId, [
    {
      text: `select data from engine.events where tenant_id = $1 and run_id = $2 and type = 'task_complete' order by seq`,
      values: [ref.tenantId, ref.runId],
    },
  ]);
  return rows.flatMap(({ data: { taskId, status, error, failureReason } }): TaskResult[] => {
    const task = tasks.find(({ id }) => id === taskId);
    if (!task) return [];
    if (status === 'completed') return [{ state: 'completed', taskId, filename: task.filename }];
    const message = error ?? '';
    if (failureReason === 'budget_exhausted') return [{ state: 'exhausted', taskId, error: message }];
    return [{ state: status, taskId, reason: failureReason ?? 'internal_error', error: message }];
  });
}
