import type { Branding } from '@ecp/contract/identity/branding';
import type { RequestContext } from '../../kernel/context.ts';
import { selectBranding, toBranding } from './branding-rows.ts';

/** Reads the tenant's branding; every part is null until it is set (BRA-1). */
export async function getBranding({ services, tenantId }: RequestContext): Promise<Branding> {
  const [[row]] = await services.database.batchTenant(tenantId, [selectBranding(tenantId)]);
  return toBranding(row);
}
