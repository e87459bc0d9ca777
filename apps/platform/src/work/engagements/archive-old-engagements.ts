import { forEachTenant } from '../../identity/tenants/tenants.ts';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { Services } from '../../kernel/services.ts';

/** Age at which an engagement is archived (ENG-25). */
const archiveAgeYears = 2;
/** Number of engagements in one transaction. */
const batchSize = 200;

/**
 * Sets archivedAt on engagements older than two years without an active run. The default list leaves them out. Any
 * process may call it at any time.
 */
export async function archiveOldEngagements(services: Services, signal?: AbortSignal): Promise<void> {
  const createdBefore = new Date(services.clock.now());
  createdBefore.setUTCFullYear(createdBefore.getUTCFullYear() - archiveAgeYears);
  const archiveAll = async (tenantId: string) => {
    // A batch leaves out rows that another process holds, so a short one need not be the last.
    while ((await archiveBatch(services, tenantId, createdBefore)) > 0 && !signal?.aborted);
  };
  await forEachTenant(services.database, archiveAll, signal);
}

async function archiveBatch(services: Services, tenantId: string, createdBefore: Date): Promise<number> {
  const old = `tenant_id = $1 and archived_at is null and created_at < $2 and status not in ('running', 'paused')`;
  const [found] = await services.database.batchTenant(tenantId, [
    {
      name: 'find_old_engagement',
      text: `select from platform.engagements where ${old} limit 1`,
      values: [tenantId, createdBefore],
    },
  ]);
  if (found.length === 0) return 0;
  return services.database.withTenant(tenantId, async (tx) => {
    const { rows } = await tx.query<{ id: string }>({
      name: 'archive_engagements',
      text: `update platform.engagements set archived_at = $3
        where tenant_id = $1 and id in (
          select id from platform.engagements where ${old}
          order by created_at limit ${batchSize} for no key update skip locked)
        returning id`,
      values: [tenantId, createdBefore, services.clock.now()],
    });
    for (const { id } of rows) {
      const entry = { action: 'engagement.archive', resourceType: 'engagement', resourceId: id } as const;
      await recordAudit(tx, { tenantId, userId: null, ipAddress: null }, entry);
    }
    return rows.length;
  });
}
