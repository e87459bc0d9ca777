import { ApiError } from '@ecp/contract/declaring/errors';
import type { Role } from '@ecp/contract/identity/auth';
import type { Statement } from '@ecp/database/statement';
import type { RequestContext } from '../../kernel/context.ts';
import { hashToken } from '../../kernel/keys/tokens.ts';
import type { SessionPrincipal } from '../../kernel/principals.ts';
import type { Services } from '../../kernel/services.ts';
import { joinEffectiveSubscription } from '../billing/subscriptions.ts';
import { isValidSession } from './sessions.ts';

interface SessionRow {
  user_id: string;
  email: string;
  user_name: string | null;
  role: Role;
  session_id: string;
  sso: boolean;
  proven_at: Date;
  tenant_id: string;
  tenant_name: string;
  subscription_active: boolean;
  used_elsewhere_since: boolean;
  second_factor_missing: boolean;
  step_up_required: boolean;
  used_before_this_minute: boolean;
}

/**
 * Finds the user of a session token, else null. Never cached, so that a removal or new role takes
 * effect at once.
 */
export async function findSessionPrincipal(
  { database, billing }: Pick<Services, 'database' | 'billing'>,
  token: string,
): Promise<SessionPrincipal | null> {
  const sessionHash = hashToken(token);
  const values = [sessionHash, billing.name];
  const statement: Statement<SessionRow> = { name: 'find_session', text: findSession, values };
  const [[row]] = await database.batchSystem([statement]);
  if (!row) return null;
  const touched: Statement[] = [];
  if (row.used_elsewhere_since)
    touched.push({ name: 'touch_user', text: touchUser, values: [row.user_id] });
  if (row.used_before_this_minute)
    touched.push({ name: 'touch_session', text: touchSession, values: [sessionHash] });
  if (touched.length > 0) await database.batchSystem(touched);
  return {
    kind: 'session',
    userId: row.user_id,
    email: row.email,
    userName: row.user_name,
    role: row.role,
    sessionHash,
    sessionId: row.session_id,
    sso: row.sso,
    provenAt: row.proven_at,
    secondFactorMissing: row.second_factor_missing,
    stepUpRequired: row.step_up_required,
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    subscriptionActive: row.subscription_active,
  };
}

/**
 * Only the order of use among an address's rows matters, so use is stored only when it changes that
 * order.
 */
const findSession = `
  select u.id as user_id, u.email, u.name as user_name, u.role, s.id as session_id, s.sso, greatest(s.proven_at, 'epoch') as proven_at,
    t.id as tenant_id, t.name as tenant_name, coalesce(b.status = 'active', false) as subscription_active,
    exists (
      select from platform.users o where o.email = u.email and o.id <> u.id and o.last_used_at > u.last_used_at
    ) as used_elsewhere_since,
    t.require_step_up as step_up_required,
    t.require_second_factor and not s.sso and not exists (
      select from platform.totp_factors f
      where f.tenant_id = u.tenant_id and f.user_id = u.id and f.confirmed_at is not null
    ) and not exists (
      select from platform.passkeys p where p.tenant_id = u.tenant_id and p.user_id = u.id
    ) as second_factor_missing,
    s.last_used_at < now() - interval '1 minute' as used_before_this_minute
  from platform.sessions s
  join platform.users u on u.tenant_id = s.tenant_id and u.id = s.user_id
  join platform.tenants t on t.id = s.tenant_id
  ${joinEffectiveSubscription('b', 's.tenant_id', '$2')}
  where s.token_hash = $1 and u.can_enter and ${isValidSession}`;

/** Use is exact to the minute, which costs one write per minute instead of one per request. */
const touchSession = 'update platform.sessions set last_used_at = now() where token_hash = $1';
const touchUser = 'update platform.users set last_used_at = clock_timestamp() where id = $1';

/** Returns the caller as a person with a session. Error: `session_required`. */
export function requireSession({ principal }: RequestContext): SessionPrincipal {
  if (principal.kind !== 'session') throw new ApiError('session_required');
  return principal;
}
