import type { Database } from '@ecp/database/database';
import type { DraftInput, UpstreamDeliverable } from '@ecp/model-calls/prompt-types';
import type { Roster, RosterAgent } from '../../agents/load-roster.ts';
import type { RunRef } from '../../kernel/events/emit-event.ts';
import { briefOf } from '../../kernel/runs/engagement-brief.ts';
import type { EngineTask } from '../../kernel/runs/engine-task.ts';
import type { StoredRun } from '../../kernel/runs/run-store.ts';
import { deliverableKey } from './emit-task-events.ts';

/** Returns the task's lead agent. Throws if the roster no longer has it. */
export function leadAgent(roster: Roster, task: EngineTask): RosterAgent {
  const agent = roster.find(task.agentSlug);
  if (!agent) throw new Error(`Agent ${task.agentSlug} is not in the roster`);
  return agent;
}

/** Gathers everything that a draft of the task builds on, except the consultations. */
export async function gatherMaterial(
  database: Database,
  roster: Roster,
  run: StoredRun,
  task: EngineTask,
): Promise<Omit<DraftInput, 'consultations'>> {
  const { sources, previous } = run.input;
  const own = previous.find(({ taskId }) => taskId === task.id);
  return {
    engagement: briefOf(run),
    task,
    agent: leadAgent(roster, task),
    sources,
    upstream: await readUpstream(database, run, task),
    previous: own ? { version: own.version, content: own.content } : null,
    reviewNotes: own?.reviewNotes ?? [],
  };
}

/** Reads the deliverables of this task's dependencies: those of this run, or for a rerun their latest versions. */
async function readUpstream(database: Database, run: StoredRun, task: EngineTask): Promise<UpstreamDeliverable[]> {
  const fresh = await readDeliverables(database, run, task.dependsOn);
  const earlier = new Map(run.input.previous.map((deliverable) => [deliverable.taskId, deliverable]));
  return task.dependsOn.flatMap((taskId) => {
    const found = fresh.get(taskId) ?? earlier.get(taskId);
    if (!found) return [];
    const { filename, content } = found;
    const isNewer = fresh.has(taskId) || earlier.get(task.id)?.outdated?.includes(filename) === true;
    return [{ taskName: nameOf(run, taskId), filename, content, isNewer }];
  });
}

/** Returns the document that a task of the run has already delivered, or null. */
export async function readDelivered(database: Database, run: RunRef, taskId: string): Promise<string | null> {
  return (await readDeliverables(database, run, [taskId])).get(taskId)?.content ?? null;
}

/** The part of a `deliverable` event that later tasks read. */
interface DeliveredData {
  taskId: string;
  filename: string;
  content: string;
}

async function readDeliverables(
  database: Database,
  { tenantId, runId }: RunRef,
  taskIds: string[],
): Promise<Map<string, { filename: string; content: string }>> {
  if (taskIds.length === 0) return new Map();
  const [rows] = await database.batchTenant<[{ data: DeliveredData }]>(tenantId, [
    {
      name: 'read_deliverables',
      text: 'select data from engine.events where tenant_id = $1 and run_id = $2 and event_key = any($3)',
      values: [tenantId, runId, taskIds.map(deliverableKey)],
    },
  ]);
  return new Map(rows.map(({ data }) => [data.taskId, data]));
}

/** Planned tasks are only in the run. Tasks that a rerun does not execute are only in the request. */
function nameOf({ input, tasks }: StoredRun, taskId: string): string {
  return [...(tasks ?? []), ...input.tasks].find(({ id }) => id === taskId)?.name ?? taskId;
}
