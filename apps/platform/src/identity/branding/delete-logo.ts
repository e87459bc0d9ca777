import type { Branding } from '@ecp/contract/identity/branding';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import { selectBranding, toBranding } from './branding-rows.ts';

/** Removes the logo, if there is one (BRA-2). Returns the remaining branding. */
export async function deleteLogo(context: RequestContext): Promise<Branding> {
  const { tenantId } = context;
  return context.transaction(async (tx) => {
    const { rowCount } = await tx.query({
      name: 'delete_logo',
      text: `update platform.branding set logo = null, logo_type = null, updated_at = clock_timestamp()
        where tenant_id = $1 and logo is not null`,
      values: [tenantId],
    });
    if (rowCount > 0) {
      await recordAudit(tx, context, {
        action: 'branding.remove_logo',
        resourceType: 'branding',
        resourceId: tenantId,
      });
    }
    const { rows } = await tx.query(selectBranding(tenantId));
    return toBranding(rows[0]);
  });
}
