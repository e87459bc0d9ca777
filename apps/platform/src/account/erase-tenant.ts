import { deleteTenant, lockTenant } from '../identity/tenants/delete-tenant.ts';
import type { Services } from '../kernel/services.ts';
import { countDeliverables } from '../work/deliverables/count-deliverables.ts';
import { lockEngagementIds } from '../work/engagements/lock-engagement-ids.ts';
import { eraseEngineData } from '../work/engine-client/erase-engine-data.ts';
import { listRunIds, type RunIds } from '../work/runs/records/list-run-ids.ts';
import { countDeleted } from './deletion-requests.ts';

/**
 * Deletes a tenant with everything that belongs to it, here and in the engine (ACC-8). Records made while the engine
 * erased are found under the lock, and the engine is then called again.
 */
export async function eraseTenant(services: Services, tenantId: string): Promise<void> {
  const erased = new Set<string>();
  while (!(await deleteUnlessGrown(services, tenantId, erased))) {
    const engagements = await services.database.withTenant(tenantId, (tx) => listRunIds(tx, tenantId));
    for (const { engagementId, all, unconfirmed } of engagements) {
      await eraseEngineData(services, { tenantId, engagementId, runIds: unconfirmed });
      for (const id of [...all, ...unconfirmed]) erased.add(id);
      erased.add(engagementId);
    }
  }
}

/** Deletes the tenant; returns false when there is an engagement, a run or a plan that the engine has not erased. */
async function deleteUnlessGrown(services: Services, tenantId: string, erased: Set<string>): Promise<boolean> {
  return services.database.withTenant(tenantId, async (tx) => {
    if (!(await lockTenant(tx, tenantId))) return true;
    const engagementIds = await lockEngagementIds(tx, tenantId);
    const runs: RunIds[] = await listRunIds(tx, tenantId);
    const runIds = runs.flatMap(({ all }) => all);
    const ordered = runs.flatMap(({ all, unconfirmed }) => [...all, ...unconfirmed]);
    if (![...engagementIds, ...ordered].every((id) => erased.has(id))) return false;
    const deliverables = await countDeliverables(tx, tenantId);
    await countDeleted(tx, tenantId, { engagements: engagementIds.length, deliverables, runs: runIds.length });
    await deleteTenant(tx, tenantId);
    return true;
  });
}
