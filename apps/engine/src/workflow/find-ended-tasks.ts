import type { Database } from '@ecp/database/database';
import type { RunRef } from '../kernel/events/emit-event.ts';
import type { EngineTask } from '../kernel/runs/engine-task.ts';
import type { TaskResult } from '../kernel/runs/task-state.ts';

/** The part of a `task_complete` event that is read here. */
interface EndRow {
  data: { taskId: string; status: string; error: string | null };
}

/**
 * The tasks of a run that have ended, as announced: a release that begins an older one's run anew does nothing more for
 * them, even where its own workflow has further phases.
 */
export async function findEndedTasks(database: Database, ref: RunRef, tasks: EngineTask[]): Promise<TaskResult[]> {
  const [rows] = await database.batchTenant<[EndRow]>(ref.tenantId, [
    {
      text: `select data from engine.events where tenant_id = $1 and run_id = $2 and type = 'task_complete' order by seq`,
      values: [ref.tenantId, ref.runId],
    },
  ]);
  return rows.flatMap(({ data: { taskId, status, error } }): TaskResult[] => {
    const task = tasks.find(({ id }) => id === taskId);
    if (!task) return [];
    if (status === 'completed') return [{ state: 'completed', taskId, filename: task.filename }];
    if (status === 'skipped') return [{ state: 'skipped', taskId, error: error ?? '' }];
    const state = error?.startsWith('Budget exhausted') ? 'exhausted' : 'failed';
    return [{ state, taskId, error: error ?? '' }];
  });
}
