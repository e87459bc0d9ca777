import type { Role } from '@ecp/contract/identity/auth';
import type { Statement } from '@ecp/database/statement';

/** A tenant that a session may use. */
export interface TenantMembership {
  id: string;
  name: string;
  role: Role;
  user_id: string;
  /** True if the session's holder has proven to read the mailbox. */
  mailbox_proven: boolean;
}

/**
 * Selects the tenants of a session: its own first, then those of the same address. For the latter, each row must be
 * verified by a mailed link (AUT-10) and the session's holder must read the mailbox
 * (docs/decisions/own-session-module.md).
 */
export function selectMemberships(sessionHash: Buffer): Statement<TenantMembership> {
  return { name: 'select_joined_tenants', text: joinedTenants, values: [sessionHash] };
}

const joinedTenants = `
  select t.id, t.name, o.role, o.id as user_id, s.mailbox_proven
  from platform.sessions s
  join platform.users me on me.tenant_id = s.tenant_id and me.id = s.user_id
  join lateral (
    select me.id, me.tenant_id, me.role
    union all
    select id, tenant_id, role from platform.users
    where email = me.email and email_verified_at is not null and id <> me.id
      and s.mailbox_proven and me.email_verified_at is not null
  ) o on true
  join platform.tenants t on t.id = o.tenant_id
  where s.token_hash = $1
  order by (o.id = me.id) desc, t.name, t.id`;
