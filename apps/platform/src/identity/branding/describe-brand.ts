import type { PageBranding } from '@ecp/contract/identity/branding';
import type { Database } from '@ecp/database/database';
import { readBrand } from './read-brand.ts';

/** Returns a tenant's branding for pages without a session; `tenantName` stands in for a missing company name. */
export async function describeBrand(database: Database, tenantId: string, tenantName: string): Promise<PageBranding> {
  const { companyName, logo, ...look } = await readBrand(database, tenantId);
  return {
    companyName: companyName ?? tenantName,
    ...look,
    logo: logo && `data:${logo.mimeType};base64,${logo.bytes.toString('base64')}`,
  };
}
