import type { Branding } from '@ecp/contract/branding';
import type { RequestContext } from '../../kernel/context.ts';
import { type BrandingRow, selectBranding, toBranding } from './branding-rows.ts';

/** Reads the tenant's branding; every part is null until it is set (BRA-1). */
export async function getBranding({ services, tenantId }: RequestContext): Promise<Branding> {
  const [rows = []] = await services.database.batchTenant(tenantId, [selectBranding(tenantId)]);
  return toBranding(rows[0] as BrandingRow | undefined);
}
