import type { StaleCause } from '@ecp/contract/work/deliverables';
import type { Statement } from '@ecp/database/statement';

/** One reason why a version is stale. */
export interface StaleRow {
  deliverable_id: string;
  task_id: string;
  filename: string;
  used_version: number;
  latest_version: number;
}

/** Selects why versions of an engagement's files, or of one file, are stale. */
export function selectStaleCauses(tenantId: string, engagementId: string, filename?: string): Statement<StaleRow> {
  return {
    name: 'select_stale_causes',
    text: `select u.deliverable_id, used.task_id, used.filename, used.version as used_version,
        latest.version as latest_version
      from platform.deliverables d
      join platform.deliverable_upstreams u on u.tenant_id = d.tenant_id and u.deliverable_id = d.id
      join platform.deliverables used on used.tenant_id = u.tenant_id and used.id = u.upstream_id
      cross join lateral (
        select max(version) as version from platform.deliverables
        where tenant_id = $1 and engagement_id = $2 and filename = used.filename
      ) latest
      where d.tenant_id = $1 and d.engagement_id = $2 and ($3::text is null or d.filename = $3)
        and latest.version > used.version and used.task_id is not null
      order by used.filename, u.deliverable_id`,
    values: [tenantId, engagementId, filename ?? null],
  };
}

/** Returns a function that tells by a version's id whether and why it is stale, from the rows of selectStaleCauses. */
export function readStaleness(rows: StaleRow[]): (id: string) => { stale: boolean; staleBecause: StaleCause[] } {
  const causes = Map.groupBy(rows, ({ deliverable_id }) => deliverable_id);
  return (id) => {
    const staleBecause = (causes.get(id) ?? []).map((row) => ({
      taskId: row.task_id,
      filename: row.filename,
      usedVersion: row.used_version,
      latestVersion: row.latest_version,
    }));
    return { stale: staleBecause.length > 0, staleBecause };
  };
}
