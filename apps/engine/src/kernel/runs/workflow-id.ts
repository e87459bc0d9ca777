import type { RunRef } from '../events/emit-event.ts';

/** Returns the durable id of a run. Ids of its tasks start with it. Run ids are unique only within a tenant. */
export function workflowIdOf({ tenantId, runId }: RunRef): string {
  return `${tenantId}/${runId}`;
}
