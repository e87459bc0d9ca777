import type { Database } from '@ecp/database/database';
import type { LogoType } from './branding-rows.ts';

/** Branding with the logo's bytes, for rendering. */
export interface Brand {
  companyName: string | null;
  /** `#rrggbb`. */
  primaryColor: string | null;
  logo: { bytes: Buffer; mimeType: LogoType } | null;
}

interface Row {
  company_name: string | null;
  primary_color: string | null;
  logo: Buffer | null;
  logo_type: LogoType | null;
}

/** Reads a tenant's branding with the bytes of its logo, at most 1 MB. */
export async function readBrand(database: Database, tenantId: string): Promise<Brand> {
  const [[row]] = await database.batchTenant<[Row]>(tenantId, [
    {
      name: 'select_brand',
      text: 'select company_name, primary_color, logo, logo_type from platform.branding where tenant_id = $1',
      values: [tenantId],
    },
  ]);
  return {
    companyName: row?.company_name ?? null,
    primaryColor: row?.primary_color ?? null,
    logo: row?.logo && row.logo_type ? { bytes: row.logo, mimeType: row.logo_type } : null,
  };
}
