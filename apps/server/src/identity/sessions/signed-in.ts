import type { BillingPlan, Role, SignedIn, User } from '@ecp/contract/identity/auth';
import type { PageLanguage } from '@ecp/contract/values/page-languages';
import type { Transaction } from '@ecp/database/database';

export interface UserRow {
  id: string;
  email: string;
  name: string | null;
  role: Role;
  last_login_at: Date | null;
  invited_by: string | null;
  created_at: Date;
  language: PageLanguage | null;
  deactivated_at: Date | null;
  unconfirmed_at: Date | null;
  walls_rest_since: Date | null;
}

/** The columns of UserRow, from the table aliased `u`. */
export const userColumns = `u.id, u.email, u.name, u.role, u.last_login_at, u.invited_by, u.created_at, u.language,
  u.deactivated_at, u.unconfirmed_at, u.walls_rest_since`;

export function toUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    lastLoginAt: row.last_login_at?.toISOString() ?? null,
    invitedBy: row.invited_by,
    createdAt: row.created_at.toISOString(),
    language: row.language,
    unconfirmed: row.unconfirmed_at !== null,
    ...(row.walls_rest_since ? { wallsSuspended: true } : {}),
    ...(row.deactivated_at ? { deactivatedAt: row.deactivated_at.toISOString() } : {}),
  };
}

/** The result of a verb that begins a session: the body, and the token for the cookie. */
export interface StartedSession {
  answer: SignedIn;
  token: string;
}

/** Reads the user and the tenant of a session that has just begun. */
export async function readSignedIn(
  tx: Transaction,
  tenantId: string,
  userId: string,
): Promise<SignedIn> {
  const { rows } = await tx.query<
    UserRow & { tenant_id: string; tenant_name: string; slug: string; plan: BillingPlan }
  >({
    name: 'read_signed_in',
    text: `select ${userColumns}, t.id as tenant_id, t.name as tenant_name, t.slug, t.plan
      from platform.users u join platform.tenants t on t.id = u.tenant_id
      where u.tenant_id = $1 and u.id = $2`,
    values: [tenantId, userId],
  });
  const row = rows[0];
  if (!row) throw new Error('The user of a new session is gone');
  return {
    user: toUser(row),
    tenant: { id: row.tenant_id, name: row.tenant_name, slug: row.slug, plan: row.plan },
  };
}
