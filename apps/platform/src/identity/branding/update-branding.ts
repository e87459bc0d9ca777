import type { Branding, UpdateBrandingBody } from '@ecp/contract/identity/branding';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { type BrandingRow, brandingColumns, toBranding } from './branding-rows.ts';

/** Sets the company name, colours and typeface that are given. Null, or a blank name, removes one (BRA-1, BRA-4). */
export async function updateBranding(context: RequestContext, changes: UpdateBrandingBody): Promise<Branding> {
  const { tenantId } = context;
  const given = [
    ...[changes.companyName?.trim() || null, changes.companyName !== undefined],
    ...[changes.primaryColor?.toLowerCase() ?? null, changes.primaryColor !== undefined],
    ...[changes.secondaryColor?.toLowerCase() ?? null, changes.secondaryColor !== undefined],
    ...[changes.typeface ?? null, changes.typeface !== undefined],
  ];
  return context.transaction(async (tx) => {
    const { rows } = await tx.query<BrandingRow>({
      name: 'update_branding',
      text: `insert into platform.branding as b (tenant_id, company_name, primary_color, secondary_color, typeface)
        values ($1, $2, $4, $6, $8)
        on conflict (tenant_id) do update set updated_at = clock_timestamp(),
          company_name = case when $3 then excluded.company_name else b.company_name end,
          primary_color = case when $5 then excluded.primary_color else b.primary_color end,
          secondary_color = case when $7 then excluded.secondary_color else b.secondary_color end,
          typeface = case when $9 then excluded.typeface else b.typeface end
        returning ${brandingColumns}`,
      values: [tenantId, ...given],
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
