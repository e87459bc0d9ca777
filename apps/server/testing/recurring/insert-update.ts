import type { UpdateChange } from '@ecp/contract/work/recurring';
import { createId } from '@ecp/database/create-id';
import type { FilledPlatform } from '../insert-records.ts';

/**
 * Inserts a schedule and a check of the engagement's sources, whose open proposal concerns its
 * latest documents. Returns the id of the check.
 */
export async function insertUpdate(
  { asSuperuser }: FilledPlatform,
  { tenantId, engagementId, marker }: { tenantId: string; engagementId: string; marker: string },
): Promise<string> {
  const id = createId();
  await asSuperuser(
    `insert into platform.engagement_schedules
        (tenant_id, engagement_id, every, starts_at, next_at, made_by, created_at)
      select tenant_id, $2, 'month', now() + interval '1 month', now() + interval '1 month', id, now()
      from platform.users where tenant_id = $1 and role = 'owner' on conflict do nothing`,
    [tenantId, engagementId],
  );
  const documents = await asSuperuser<{ filename: string; version: number }>(
    `select filename, max(version) as version from platform.deliverables
      where tenant_id = $1 and engagement_id = $2 group by filename`,
    [tenantId, engagementId],
  );
  const source = { id: `page-${id}`, title: marker, url: null };
  const stated = { section: null, footnote: '1', claim: marker };
  const change: UpdateChange = {
    kind: 'page',
    type: 'figure',
    source,
    newTitle: null,
    before: marker,
    after: marker,
    documents: documents.map(({ filename, version }) => ({ filename, version, ...stated })),
  };
  await asSuperuser(
    `insert into platform.engagement_updates
        (tenant_id, id, engagement_id, made_by, due_at, status, checked_at, changes, cost)
      select tenant_id, $3, $2, id, clock_timestamp(), 'proposed', now(), $4, '{"low":0.5,"expected":1,"high":2}'
      from platform.users where tenant_id = $1 and role = 'owner'`,
    [tenantId, engagementId, id, JSON.stringify([change])],
  );
  await asSuperuser(
    `insert into platform.update_sources
        (tenant_id, update_id, kind, source_id, title, outcome, changes, position)
      values ($1, $2, 'page', $3, $4, 'changed', $5, 0)`,
    [tenantId, id, source.id, marker, JSON.stringify([change])],
  );
  return id;
}
