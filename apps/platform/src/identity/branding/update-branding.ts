import type { Branding, UpdateBrandingBody } from '@ecp/contract/identity/branding';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { type BrandingRow, brandingColumns, toBranding } from './branding-rows.ts';

/** Sets the company name and colour that are given. Null, or a blank name, removes one (BRA-1). */
export async function updateBranding(context: RequestContext, changes: UpdateBrandingBody): Promise<Branding> {
  const { tenantId } = context;
  const companyName = changes.companyName?.trim() || null;
  const primaryColor = changes.primaryColor?.toLowerCase() ?? null;
  const given = [changes.companyName !== undefined, changes.primaryColor !== undefined];
  return context.transaction(async (tx) => {
    const { rows } = await tx.query<BrandingRow>({
      name: 'update_branding',
      text: `insert into platform.branding as b (tenant_id, company_name, primary_color) values ($1, $2, $3)
        on conflict (tenant_id) do update set updated_at = clock_timestamp(),
          company_name = case when $4 then excluded.company_name else b.company_name end,
          primary_color = case when $5 then excluded.primary_color else b.primary_color end
        returning ${brandingColumns}`,
      values: [tenantId, companyName, primaryColor, ...given],
    });
    await recordAudit(tx, context, {
      action: 'branding.update',
      resourceType: 'branding',
      resourceId: tenantId,
      metadata: { fields: Object.keys(changes) },
    });
    return toBranding(rows[0]);
  });
}
