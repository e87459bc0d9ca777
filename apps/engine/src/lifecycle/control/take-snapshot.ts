import { nanoToUsd } from '@ecp/contract/declaring/money';
import type { RunSnapshot } from '@ecp/contract/engine/engine-api';
import type { Database } from '@ecp/database/database';
import type { EngineTask } from '../../kernel/runs/engine-task.ts';
import type { RunState } from '../../kernel/runs/run-store.ts';

interface PlanRow {
  tasks: EngineTask[] | null;
}
interface MarkRow {
  task_id: string;
  state: string;
}

/**
 * Returns the state from which a paused run resumes (RUN-9), for people to read. The run itself resumes from the
 * recorded steps of its durable workflow.
 */
export async function takeSnapshot(database: Database, run: RunState): Promise<RunSnapshot> {
  const values = [run.tenantId, run.runId];
  const [[plan], marks] = await database.batchTenant<[PlanRow, MarkRow]>(run.tenantId, [
    { name: 'snapshot_tasks', text: 'select tasks from engine.runs where tenant_id = $1 and id = $2', values },
    {
      name: 'snapshot_marks',
      text: `select data->>'taskId' as task_id, coalesce(data->>'status', 'running') as state
        from engine.events where tenant_id = $1 and run_id = $2 and type in ('task_started', 'task_complete')
        order by seq`,
      values,
    },
  ]);
  const tasks = (plan?.tasks ?? []).map(({ id, name }) => ({ id, name }));
  const states = new Map(marks.map(({ task_id, state }) => [task_id, state]));
  return {
    takenAt: new Date().toISOString(),
    lastEvent: run.lastEvent,
    estimatedCost: nanoToUsd(run.costNanoUsd),
    tasks: tasks.map((task) => ({ ...task, state: states.get(task.id) ?? 'pending' })),
  };
}
