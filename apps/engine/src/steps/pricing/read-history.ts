import type { Database } from '@ecp/database/database';
import type { TaskKind } from '@ecp/model-calls/task-kinds';
import type { TaskPurpose } from './shipped-call-statistics.ts';

/** Number of the newest finished tasks that a price is learned from. */
const lookBackTasks = 200;

/** A call of a finished task: the tokens of its answer and the rounds of searches before it. */
export interface CallHistoryEntry {
  purpose: TaskPurpose;
  model: string;
  outputTokens: number;
  searches: number;
}

/** A task that delivered a document, with its calls. */
export interface TaskHistoryEntry {
  kind: TaskKind;
  calls: CallHistoryEntry[];
}

/** Reads the tenant's newest finished tasks with their calls, but not the models' answers. */
export async function readHistory(database: Database, tenantId: string): Promise<TaskHistoryEntry[]> {
  const [rows] = await database.batchTenant<[PastCallRow]>(tenantId, [
    { name: 'read_past_calls', text: pastCalls, values: [tenantId, lookBackTasks] },
  ]);
  const tasks = new Map<string, TaskHistoryEntry & { calls: (CallHistoryEntry & { key: string })[] }>();
  for (const row of rows) {
    const id = `${row.run_id}/${row.task_id}`;
    const task = tasks.get(id) ?? { kind: row.task_kind, calls: [] };
    tasks.set(id, task);
    addCall(task.calls, row);
  }
  return [...tasks.values()];
}

/** Rows of one call arrive in the order of its turns: the last turn answers, the earlier ones searched. */
function addCall(calls: (CallHistoryEntry & { key: string })[], row: PastCallRow): void {
  const key = row.call_key.replace(/:turn\d+$/, '');
  const known = calls.find((call) => call.key === key);
  if (known) Object.assign(known, { outputTokens: row.output_tokens, searches: known.searches + 1 });
  else calls.push({ key, purpose: row.purpose, model: row.model, outputTokens: row.output_tokens, searches: 0 });
}

interface PastCallRow {
  run_id: string;
  task_id: string;
  task_kind: TaskKind;
  purpose: TaskPurpose;
  model: string;
  call_key: string;
  output_tokens: number;
}

const pastCalls = `
  with recent as (
    select run_id, task_id, task_kind from engine.routing_decisions
    where tenant_id = $1 and observer_score is not null order by created_at desc, run_id, task_id limit $2
  )
  select r.run_id, r.task_id, r.task_kind, c.purpose, c.model, c.call_key, c.output_tokens
  from recent r join engine.model_calls c on c.tenant_id = $1 and c.run_id = r.run_id and c.task_id = r.task_id
  where c.status = 'settled' and c.error is null
  order by c.settled_at, c.id`;
