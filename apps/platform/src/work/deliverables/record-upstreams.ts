import type { Transaction } from '@ecp/database/database';

/**
 * Records what a version was built on: the latest version of each task that its task depends on. Runs in the
 * transaction that inserts the version. The caller holds the engagement's lock and applies events in order, so these
 * are the versions that the engine used.
 */
export async function recordUpstreams(
  tx: Transaction,
  tenantId: string,
  { engagementId, deliverableId, dependsOn }: { engagementId: string; deliverableId: string; dependsOn: string[] },
): Promise<void> {
  if (dependsOn.length === 0) return;
  await tx.query({
    name: 'record_upstreams',
    text: `insert into platform.deliverable_upstreams (tenant_id, deliverable_id, upstream_id)
      select distinct on (task_id) $1, $3, id from platform.deliverables
      where tenant_id = $1 and engagement_id = $2 and task_id = any($4)
      order by task_id, created_at desc, version desc
      on conflict do nothing`,
    values: [tenantId, engagementId, deliverableId, dependsOn],
  });
}
