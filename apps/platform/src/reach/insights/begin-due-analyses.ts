import type { Statement } from '@ecp/database/statement';
import { forEachTenant } from '../../identity/tenants/tenants.ts';
import type { Services } from '../../kernel/services.ts';
import { beginAnalysis, lockAnalyses } from './begin-analysis.ts';

const dayMs = 24 * 3_600_000;

/** Begins the daily analysis of each tenant that has newly finished runs. Any process may call it at any time. */
export async function beginDueAnalyses(services: Services, signal?: AbortSignal): Promise<void> {
  await forEachTenant(services.database, (tenantId) => beginIfDue(services, tenantId), signal);
}

async function beginIfDue(services: Services, tenantId: string): Promise<void> {
  const due: Statement = {
    name: 'is_analysis_due',
    text: `with last as (
        select max(started_at) as started_at from platform.pattern_analyses where tenant_id = $1)
      select from last where (started_at is null or started_at <= $2) and exists (
        select from platform.runs
        where tenant_id = $1 and finished_at > coalesce(last.started_at, '-infinity'::timestamptz))`,
    values: [tenantId, new Date(services.clock.now().getTime() - dayMs)],
  };
  // Most tenants have nothing new, so the first check takes no lock.
  const [found] = await services.database.batchTenant(tenantId, [due]);
  if (found.length === 0) return;
  await services.database.withTenant(tenantId, async (tx) => {
    await lockAnalyses(tx, tenantId);
    const { rowCount } = await tx.query(due);
    if (rowCount > 0) await beginAnalysis(tx, services, { tenantId, userId: null, ipAddress: null });
  });
}
