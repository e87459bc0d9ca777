import type { Statement } from './statement.ts';

/** The roles that transactions enter: that of one tenant's rows, and that of the few tables open across tenants. */
export type Role = 'ecp_tenant' | 'ecp_system';

/** Enters a role and a tenant until the transaction ends; an empty id enters none. */
export const enterRole = (role: Role, tenantId: string): Statement => ({
  name: 'enter_role',
  text: `select set_config('role', $1, true), set_config('app.tenant_id', $2, true)`,
  values: [role, tenantId],
});

/**
 * Enters the role of tenants for a shared transaction. It waits at most 100 ms for a lock, so that one held row does not
 * stop others' work.
 */
export const enterBriefly = (tenantId: string): Statement => ({
  name: 'enter_briefly',
  text: `select set_config('role', 'ecp_tenant', true), set_config('app.tenant_id', $1, true),
    set_config('lock_timeout', '100ms', true)`,
  values: [tenantId],
});

/** Enters the role of tenants, for the tenant that an earlier statement of the batch has entered. */
export const enterTenantRole: Statement = {
  name: 'enter_tenant_role',
  text: `select set_config('role', 'ecp_tenant', true)`,
};

/**
 * Runs deferred triggers at once in a transaction of several tenants. Those of the audit chain see the rows of the tenant
 * that is entered, which at the commit is the last one.
 */
export const checkAtOnce: Statement = { name: 'check_at_once', text: 'set constraints all immediate' };
