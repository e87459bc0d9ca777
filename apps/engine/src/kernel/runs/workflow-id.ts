import type { RunRef } from '../events/emit-event.ts';

/** A run with the number of its workflow. The next one begins each time that the run has waited for answers. */
export type RunGeneration = RunRef & { generation?: number };

/**
 * Returns the durable id of a run's workflow. Ids of its tasks start with it. Run ids are unique only within a tenant.
 */
export function workflowIdOf({ tenantId, runId, generation = 0 }: RunGeneration): string {
  return `${tenantId}/${runId}${generation === 0 ? '' : `~${generation}`}`;
}

/** Returns the run of a workflow's id. */
export function runOfWorkflow(id: string): Required<RunGeneration> {
  const [tenantId = '', named = ''] = id.split('/');
  const [, runId = named, generation = '0'] = /^(.*)~(\d+)$/.exec(named) ?? [];
  return { tenantId, runId, generation: Number(generation) };
}
