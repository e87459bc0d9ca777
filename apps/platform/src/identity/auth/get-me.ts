import { ApiError } from '@ecp/contract/declaring/errors';
import type { BillingPlan, Me } from '@ecp/contract/identity/auth';
import type { Statement } from '@ecp/database/statement';
import type { KeyPrincipal, RequestContext } from '../../kernel/context.ts';
import { joinEffectiveSubscription } from '../billing/effective-subscription.ts';
import { toUser, type UserRow, userColumns } from '../sessions/signed-in.ts';
import { selectMemberships, type TenantMembership } from '../tenants/tenant-memberships.ts';

/** Returns the caller: a user with the tenants to switch to, or a key (AUT-7). */
export async function getMe({ services, principal, tenantId }: RequestContext): Promise<Me> {
  const tenant: Statement<TenantRow> = {
    name: 'read_my_tenant',
    text: readTenant,
    values: [tenantId, services.billing.name],
  };
  if (principal.kind === 'api_key') {
    const [[found]] = await services.database.batchTenant(tenantId, [tenant]);
    return {
      user: null,
      apiKey: describeKey(principal),
      ...describeTenant(found),
      tenants: [],
      confirmationPending: false,
    };
  }
  const [[found], [user], joined] = await services.database.batchSystem<[TenantRow, MyRow, TenantMembership]>([
    tenant,
    { name: 'read_my_user', text: readUser, values: [tenantId, principal.userId] },
    selectMemberships(principal.sessionHash),
  ]);
  if (!user) throw new ApiError('authentication_required');
  return {
    user: toUser(user),
    ...describeTenant(found),
    tenants: joined.map(({ id, name, role }) => ({ id, name, role })),
    confirmationPending: user.unproven,
  };
}

const readTenant = `
  select t.id, t.name, t.slug, t.plan, coalesce(s.status, 'none') as status, s.current_period_end
  from platform.tenants t ${joinEffectiveSubscription('s', 't.id', '$2')}
  where t.id = $1`;
const readUser = `
  select ${userColumns}, u.email_verified_at is null as unproven from platform.users u where u.tenant_id = $1 and u.id = $2`;

type MyRow = UserRow & { unproven: boolean };

interface TenantRow {
  id: string;
  name: string;
  slug: string;
  plan: BillingPlan;
  status: Me['subscription']['status'];
  current_period_end: Date | null;
}

/** The tenant may have been deleted since the caller was found. Then the caller no longer authenticates. */
function describeTenant(row: TenantRow | undefined): Pick<Me, 'tenant' | 'subscription'> {
  if (!row) throw new ApiError('authentication_required');
  const { id, name, slug, plan } = row;
  const currentPeriodEnd = row.current_period_end?.toISOString() ?? null;
  return { tenant: { id, name, slug, plan }, subscription: { status: row.status, plan, currentPeriodEnd } };
}

function describeKey({ keyId, keyName, scope, engagementId }: KeyPrincipal): NonNullable<Me['apiKey']> {
  return { id: keyId, name: keyName, scope, engagementId };
}
