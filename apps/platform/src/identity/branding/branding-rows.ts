import type { Branding, Typeface } from '@ecp/contract/identity/branding';
import type { Statement } from '@ecp/database/statement';

export type LogoType = 'image/png' | 'image/jpeg' | 'image/svg+xml';

/** The parts of a row of platform.branding that the API shows. The logo's bytes are not read. */
export interface BrandingRow {
  company_name: string | null;
  primary_color: string | null;
  secondary_color: string | null;
  typeface: Typeface | null;
  /** Changes with the logo. Null without a logo. */
  logo_tag: string | null;
}

/** The columns of BrandingRow, for select lists and `returning`. */
export const brandingColumns = `company_name, primary_color, secondary_color, typeface,
  left(encode(sha256(logo), 'hex'), 16) as logo_tag`;

/** Reads a tenant's branding. Gives no row until something is set. */
export function selectBranding(tenantId: string): Statement<BrandingRow> {
  return {
    name: 'select_branding',
    text: `select ${brandingColumns} from platform.branding where tenant_id = $1`,
    values: [tenantId],
  };
}

/** Turns a row into the wire form (BRA-1). */
export function toBranding(row: BrandingRow | undefined): Branding {
  const tag = row?.logo_tag ?? null;
  return {
    companyName: row?.company_name ?? null,
    primaryColor: row?.primary_color ?? null,
    secondaryColor: row?.secondary_color ?? null,
    typeface: row?.typeface ?? null,
    // The URL has no host, because the page may be open under another host name than that of BASE_URL.
    logoUrl: tag === null ? null : `/api/account/branding/logo?v=${tag}`,
  };
}
