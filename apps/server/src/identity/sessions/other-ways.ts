import { ApiError } from '@ecp/contract/declaring/errors';
import type { Role } from '@ecp/contract/identity/auth';
import type { Transaction } from '@ecp/database/database';
import { recordAudit } from '../../kernel/audit/record-audit.ts';

/** A way into a tenant other than the provider of that tenant. */
type OtherWay =
  | 'password'
  | 'passkey'
  | 'magic_link'
  | 'invitation'
  | 'confirmation'
  | 'password_reset'
  | 'switch';

interface Entering {
  tenantId: string;
  userId: string;
  ipAddress: string;
}

/**
 * Throws `sso_required` if a user must come through the tenant's provider. Returns true for an
 * owner who must, too, but may pass with a second factor.
 */
export async function requireOtherWay(
  tx: Transaction,
  { tenantId, userId }: Entering,
): Promise<boolean> {
  const { rows } = await tx.query<{ enforced: boolean; role: Role }>({
    name: 'read_way_in',
    text: `select platform.requires_sso(tenant_id, email) as enforced, role from platform.users
      where tenant_id = $1 and id = $2`,
    values: [tenantId, userId],
  });
  const [row] = rows;
  if (!row) throw new ApiError('invalid_credentials');
  if (row.enforced && row.role !== 'owner') throw new ApiError('sso_required');
  return row.enforced;
}

/**
 * Admits a user whom `requireOtherWay` has let pass, and records how; an owner breaks the glass
 * where the provider is enforced. Error: `sso_required`.
 */
export async function admitOtherWay(
  tx: Transaction,
  { tenantId, userId, ipAddress }: Entering,
  {
    method,
    enforced,
    secondFactorPassed,
  }: { method: OtherWay; enforced: boolean; secondFactorPassed: boolean },
): Promise<void> {
  if (enforced && !secondFactorPassed) throw new ApiError('sso_required');
  const action = enforced
    ? 'auth.break_glass'
    : method === 'switch'
      ? 'auth.switch_tenant'
      : 'auth.sign_in';
  const metadata = method === 'switch' && !enforced ? {} : { method };
  await recordAudit(
    tx,
    { tenantId, userId, ipAddress },
    { action, resourceType: 'user', resourceId: userId, metadata },
  );
}
