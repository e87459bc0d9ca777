import type { Branding } from '@ecp/contract/identity/branding';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import type { UploadedForm } from '../../kernel/uploaded-form.ts';
import { type BrandingRow, brandingColumns, toBranding } from './branding-rows.ts';
import { checkUploadedLogo } from './read-logo.ts';

/** Sets the logo, replacing an earlier one (BRA-2). Errors: those of the upload form and of checkUploadedLogo. */
export async function putLogo(context: RequestContext, form: UploadedForm<object>): Promise<Branding> {
  const { tenantId } = context;
  const { stored: logo } = await form.receive(checkUploadedLogo);
  return context.transaction(async (tx) => {
    const { rows } = await tx.query<BrandingRow>({
      name: 'put_logo',
      text: `insert into platform.branding (tenant_id, logo, logo_type) values ($1, $2, $3)
        on conflict (tenant_id) do update
          set logo = excluded.logo, logo_type = excluded.logo_type, updated_at = clock_timestamp()
        returning ${brandingColumns}`,
      values: [tenantId, logo.bytes, logo.type],
    });
    await recordAudit(tx, context, {
      action: 'branding.set_logo',
      resourceType: 'branding',
      resourceId: tenantId,
      metadata: { mimeType: logo.type, sizeBytes: logo.bytes.length },
    });
    return toBranding(rows[0]);
  });
}
