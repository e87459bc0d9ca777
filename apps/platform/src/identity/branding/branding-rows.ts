import type { Branding } from '@ecp/contract/identity/branding';
import type { Statement } from '@ecp/database/statement';

export type LogoType = 'image/png' | 'image/jpeg' | 'image/svg+xml';

/** What the API shows of a row of platform.branding; the logo's bytes stay where they are. */
export interface BrandingRow {
  company_name: string | null;
  primary_color: string | null;
  /** Changes with the logo; null without one. */
  logo_tag: string | null;
}

/** The columns of BrandingRow, for select lists and `returning`. */
export const brandingColumns = `company_name, primary_color, left(encode(sha256(logo), 'hex'), 16) as logo_tag`;

/** Reads a tenant's branding; no row as long as none was set. */
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
    // Without the host: the page that shows it may be open under another name of this service than BASE_URL.
    logoUrl: tag === null ? null : `/api/account/branding/logo?v=${tag}`,
  };
}
