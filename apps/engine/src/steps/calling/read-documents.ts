import type { Citation } from '@ecp/contract/values/citations';
import type { Figure } from '@ecp/contract/values/figures';
import type { Database } from '@ecp/database/database';
import type { CheckedClaim, UpstreamDeliverable } from '@ecp/model-calls/prompt-types';
import type { RunRef } from '../../kernel/events/emit-event.ts';
import type { StoredRun } from '../../kernel/runs/run-store.ts';
import { deliverableKey } from './emit-task-events.ts';

/**
 * Reads the documents of tasks: those of this run, or else their latest earlier versions. `isNewer` marks the ones that
 * the previous version of `forTask` did not see. Tasks without a document are left out.
 */
export async function readDocuments(
  database: Database,
  run: StoredRun,
  taskIds: readonly string[],
  forTask: string,
): Promise<UpstreamDeliverable[]> {
  const fresh = await readDelivered(database, run, taskIds);
  const earlier = new Map(run.input.previous.map((deliverable) => [deliverable.taskId, deliverable]));
  return taskIds.flatMap((taskId) => {
    const found = fresh.get(taskId) ?? earlier.get(taskId);
    if (!found) return [];
    const { filename, content, citations } = found;
    const isNewer = fresh.has(taskId) || earlier.get(forTask)?.outdated?.includes(filename) === true;
    const document = { taskName: nameOf(run, taskId), filename, content, isNewer };
    return [citations ? { ...document, citations: citations.map(toClaim) } : document];
  });
}

/** Returns the documents that tasks of the run have delivered, by task id: all, or those before an event. */
export async function readDelivered(
  database: Database,
  { tenantId, runId }: RunRef,
  taskIds: readonly string[],
  before: string | null = null,
): Promise<Map<string, DeliveredData>> {
  if (taskIds.length === 0) return new Map();
  const [rows] = await database.batchTenant<[{ data: DeliveredData }]>(tenantId, [
    {
      name: 'read_deliverables',
      text: `select data from engine.events where tenant_id = $1 and run_id = $2 and event_key = any($3)
        and ($4::text is null or seq < (
          select seq from engine.events where tenant_id = $1 and run_id = $2 and event_key = $4))`,
      values: [tenantId, runId, taskIds.map(deliverableKey), before],
    },
  ]);
  return new Map(rows.map(({ data }) => [data.taskId, data]));
}

/** The part of a `deliverable` event that later tasks read. */
interface DeliveredData {
  taskId: string;
  filename: string;
  content: string;
  /** Absent in events of older releases, like the figures. */
  citations?: Citation[];
  figures?: Figure[];
}

const toClaim = ({ footnote, claim, state }: CheckedClaim): CheckedClaim => ({ footnote, claim, state });

/** Planned tasks are only in the run. Tasks that a rerun does not execute are only in the request. */
function nameOf({ input, tasks }: StoredRun, taskId: string): string {
  return [...(tasks ?? []), ...input.tasks].find(({ id }) => id === taskId)?.name ?? taskId;
}
