import type { RunRef } from '../events/emit-event.ts';

/** The durable id of a run; its tasks' ids start with it. Run ids are unique in a tenant only. */
export function workflowIdOf({ tenantId, runId }: RunRef): string {
  return `${tenantId}/${runId}`;
}
