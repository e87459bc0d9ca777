import { ApiError } from '@ecp/contract/declaring/errors';
import type { BillingPlan, Me, UpdateMeBody, User } from '@ecp/contract/identity/auth';
import type { ChangePasswordBody, Session } from '@ecp/contract/identity/sessions';
import type { Statement } from '@ecp/database/statement';
import { recordAudit } from '../../kernel/audit/record-audit.ts';
import type { RequestContext } from '../../kernel/context.ts';
import type { KeyPrincipal } from '../../kernel/principals.ts';
import { joinEffectiveSubscription } from '../billing/subscriptions.ts';
import { limitAttempts } from '../credentials/attempts.ts';
import { forgetDevices } from '../credentials/devices.ts';
import { canonicalEmail, lockAddress } from '../credentials/email-addresses.ts';
import { mailConfirmation } from '../credentials/mailed-links.ts';
import {
  findPasswordHeads,
  hashPassword,
  matchOwnPassword,
  refuseGuessablePassword,
} from '../credentials/passwords.ts';
import { type Factors, selectFactors } from '../second-factor/factor-rows.ts';
import { requireSession } from '../sessions/session-principal.ts';
import { endOtherSessions, isValidSession, reachableSessions } from '../sessions/sessions.ts';
import { toUser, type UserRow, userColumns } from '../sessions/signed-in.ts';
import { selectMemberships, type TenantMembership } from '../tenants/tenants.ts';

/** Returns the caller: a user with the tenants to switch to, or a key. */
export async function getMe({ services, principal, tenantId }: RequestContext): Promise<Me> {
  const { baseUrl } = services.config;
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
      baseUrl,
    };
  }
  const { userId, secondFactorMissing } = principal;
  const [[found], [user], joined, [factors]] = await services.database.batchSystem<
    [TenantRow, MyRow, TenantMembership, Factors]
  >([
    tenant,
    { name: 'read_my_user', text: readUser, values: [tenantId, userId] },
    selectMemberships(principal.sessionHash),
    selectFactors({ tenantId, userId }),
  ]);
  if (!user || !factors) throw new ApiError('authentication_required');
  return {
    user: toUser(user),
    ...describeTenant(found),
    tenants: joined.map(({ id, name, role }) => ({ id, name, role })),
    security: { ...factors, secondFactorMissing },
    confirmationPending: user.unproven,
    baseUrl,
  };
}

const readTenant = `
  select t.id, t.name, t.slug, t.plan, coalesce(s.status, 'none') as status, s.current_period_end
  from platform.tenants t ${joinEffectiveSubscription('s', 't.id', '$2')}
  where t.id = $1`;
const readUser = `
  select ${userColumns}, u.email_verified_at is null and u.sso_entered_at is null as unproven from platform.users u where u.tenant_id = $1 and u.id = $2`;

type MyRow = UserRow & { unproven: boolean };

interface TenantRow {
  id: string;
  name: string;
  slug: string;
  plan: BillingPlan;
  status: Me['subscription']['status'];
  current_period_end: Date | null;
}

/**
 * The tenant may have been deleted since the caller was found. Then the caller no longer
 * authenticates.
 */
function describeTenant(row: TenantRow | undefined): Pick<Me, 'tenant' | 'subscription'> {
  if (!row) throw new ApiError('authentication_required');
  const { id, name, slug, plan } = row;
  const currentPeriodEnd = row.current_period_end?.toISOString() ?? null;
  return {
    tenant: { id, name, slug, plan },
    subscription: { status: row.status, plan, currentPeriodEnd },
  };
}

function describeKey({
  keyId,
  keyName,
  scope,
  engagementId,
}: KeyPrincipal): NonNullable<Me['apiKey']> {
  return { id: keyId, name: keyName, scope, engagementId };
}

/**
 * Changes the caller's name in this tenant, where earlier writings keep the old one, or the
 * language of the pages. The audit log holds that the name changed, and neither name.
 */
export async function updateMe(
  context: RequestContext,
  { name, language }: UpdateMeBody,
): Promise<User> {
  const { tenantId, userId } = requireSession(context);
  return context.commit(async (tx) => {
    const { rows } = await tx.query<UserRow>({
      name: 'update_me',
      text: `update platform.users u set name = coalesce($3, name), language = case when $4 then $5 else language end
        where u.tenant_id = $1 and u.id = $2 returning ${userColumns}`,
      values: [tenantId, userId, name?.trim() ?? null, language !== undefined, language ?? null],
    });
    const [user] = rows;
    if (!user) throw new ApiError('authentication_required');
    if (name !== undefined) {
      await recordAudit(tx, context, {
        action: 'auth.update_name',
        resourceType: 'user',
        resourceId: userId,
      });
    }
    return toUser(user);
  });
}

/**
 * Changes the caller's password, ends other sessions in reach and voids reset links. A wrong one
 * counts as a failed sign-in. Errors: `invalid_credentials`, also without a password;
 * `rate_limited`, `invalid_request`.
 */
export async function changePassword(
  context: RequestContext,
  { current, next }: ChangePasswordBody,
): Promise<void> {
  const { services, ipAddress } = context;
  const { tenantId, userId, sessionHash, ...principal } = requireSession(context);
  const email = canonicalEmail(principal.email);
  refuseGuessablePassword(next, email, '/next');
  const present = await limitAttempts(context, { email }, () =>
    matchOwnPassword(context, { tenantId, userId, email }, current),
  );
  if (present === null) throw new ApiError('invalid_credentials');
  const renewed = await hashPassword(next, await findPasswordHeads(services, email), ipAddress);
  await services.database.withSystem(async (tx) => {
    await lockAddress(tx, email);
    const { rowCount } = await tx.query({
      name: 'change_password',
      text: 'update platform.users set password_hash = $4 where tenant_id = $1 and id = $2 and password_hash = $3',
      values: [tenantId, userId, present, renewed],
    });
    // A reset or another change has come first.
    if (rowCount === 0) throw new ApiError('invalid_credentials');
    await tx.query({
      name: 'void_reset_links',
      text: `delete from platform.email_tokens where tenant_id = $1 and user_id = $2 and purpose = 'password_reset'`,
      values: [tenantId, userId],
    });
    await endOtherSessions(tx, { tenantId, userId, exceptHash: sessionHash });
    await forgetDevices(tx, { tenantId, userId }, context.deviceToken);
    await recordAudit(tx, context, {
      action: 'auth.change_password',
      resourceType: 'user',
      resourceId: userId,
    });
  });
}

/**
 * Mails the caller the link that confirms the address once more, unless it is confirmed already.
 */
export async function requestConfirmation(context: RequestContext): Promise<{ success: true }> {
  const { tenantId, userId, email } = requireSession(context);
  const { services, ipAddress } = context;
  return context.commit(async (tx) => {
    const { rows } = await tx.query({
      name: 'read_confirmation_pending',
      text: 'select from platform.users where tenant_id = $1 and id = $2 and email_verified_at is null',
      values: [tenantId, userId],
    });
    if (rows.length > 0) {
      await mailConfirmation(tx, services, {
        tenantId,
        userId,
        email: canonicalEmail(email),
        ipAddress,
      });
    }
    return { success: true };
  });
}

const maxListed = 200;

interface SessionRow {
  id: string;
  created_at: Date;
  last_used_at: Date;
  ip_address: string | null;
  user_agent: string | null;
  sso: boolean;
}

/**
 * Lists at most 200 valid sessions in reach of the caller, last used first: those that a reset
 * would end.
 */
export async function listSessions(context: RequestContext): Promise<Session[]> {
  const { userId, tenantId, sessionId } = requireSession(context);
  const [rows] = await context.services.database.batchSystem<[SessionRow]>([
    { name: 'list_sessions', text: selectSessions, values: [tenantId, userId, maxListed] },
  ]);
  return rows.map((row) => ({
    id: row.id,
    current: row.id === sessionId,
    sso: row.sso,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    address: row.ip_address,
    userAgent: row.user_agent,
  }));
}

const selectSessions = `
  select s.id, (select min(b.created_at) from platform.sessions b where b.id = s.id) as created_at, s.last_used_at,
    s.ip_address, s.user_agent, s.sso
  from platform.users me join platform.sessions s on s.id in (${reachableSessions})
  where me.tenant_id = $1 and me.id = $2 and ${isValidSession}
  order by s.last_used_at desc, s.id limit $3`;

/** Ends a session in reach with all its tokens of other tenants. Error: `not_found`. */
export async function endOwnSession(context: RequestContext, sessionId: string): Promise<void> {
  const { tenantId, userId } = requireSession(context);
  await context.services.database.withSystem(async (tx) => {
    const { rowCount } = await tx.query({
      name: 'end_own_session',
      text: `delete from platform.sessions s using platform.users me
        where me.tenant_id = $1 and me.id = $2 and s.id = $3 and s.id in (${reachableSessions})`,
      values: [tenantId, userId, sessionId],
    });
    if (rowCount === 0) throw new ApiError('not_found');
    await recordAudit(tx, context, {
      action: 'auth.end_session',
      resourceType: 'user',
      resourceId: userId,
    });
  });
}

/** Ends all sessions in reach of the caller but this one. */
export async function endOwnOtherSessions(context: RequestContext): Promise<void> {
  const { tenantId, userId, email, sessionHash } = requireSession(context);
  await context.services.database.withSystem(async (tx) => {
    await lockAddress(tx, email);
    await endOtherSessions(tx, { tenantId, userId, exceptHash: sessionHash });
    await recordAudit(tx, context, {
      action: 'auth.end_other_sessions',
      resourceType: 'user',
      resourceId: userId,
    });
  });
}
