import type { Typeface } from '@ecp/contract/identity/branding';
import type { Database } from '@ecp/database/database';
import type { LogoType } from './branding-rows.ts';

/** Branding with the logo's bytes, for rendering. */
export interface Brand {
  companyName: string | null;
  /** `#rrggbb`. */
  primaryColor: string | null;
  /** `#rrggbb`. */
  secondaryColor: string | null;
  typeface: Typeface | null;
  logo: { bytes: Buffer; mimeType: LogoType } | null;
}

interface Row {
  company_name: string | null;
  primary_color: string | null;
  secondary_color: string | null;
  typeface: Typeface | null;
  logo: Buffer | null;
  logo_type: LogoType | null;
}

/** Reads a tenant's branding with the bytes of its logo, at most 1 MB. */
export async function readBrand(database: Database, tenantId: string): Promise<Brand> {
  const [[row]] = await database.batchTenant<[Row]>(tenantId, [
    {
      name: 'select_brand',
      text: `select company_name, primary_color, secondary_color, typeface, logo, logo_type
        from platform.branding where tenant_id = $1`,
      values: [tenantId],
    },
  ]);
  return {
    companyName: row?.company_name ?? null,
    primaryColor: row?.primary_color ?? null,
    secondaryColor: row?.secondary_color ?? null,
    typeface: row?.typeface ?? null,
    logo: row?.logo && row.logo_type ? { bytes: row.logo, mimeType: row.logo_type } : null,
  };
}
