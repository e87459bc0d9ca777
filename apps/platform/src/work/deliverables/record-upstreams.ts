import type { Transaction } from '@ecp/database/database';

/**
 * Records what a version of a run was built on: the latest version of each task that its task depends on. Runs in the
 * transaction that inserts the version. The caller holds the engagement's lock and applies events in order, so these
 * are the versions that the engine used. Versions that people have written since the run began are not: later tasks were
 * given a document as the run made it.
 */
export async function recordUpstreams(
  tx: Transaction,
  tenantId: string,
  built: { engagementId: string; deliverableId: string; dependsOn: string[]; runStartedAt: Date },
): Promise<void> {
  const { engagementId, deliverableId, dependsOn, runStartedAt } = built;
  if (dependsOn.length === 0) return;
  await tx.query({
    name: 'record_upstreams',
    text: `insert into platform.deliverable_upstreams (tenant_id, deliverable_id, upstream_id)
      select distinct on (task_id) $1, $3, id from platform.deliverables
      where tenant_id = $1 and engagement_id = $2 and task_id = any($4)
        and (origin = 'agent' or created_at <= $5)
      order by task_id, (origin = 'agent' and run_id is null and created_at > $5) desc, created_at desc, version desc
      on conflict do nothing`,
    values: [tenantId, engagementId, deliverableId, dependsOn, runStartedAt],
  });
}
