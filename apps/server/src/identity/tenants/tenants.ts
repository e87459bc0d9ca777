import type { BillingPlan, Role } from '@ecp/contract/identity/auth';
import type { PageLanguage } from '@ecp/contract/values/page-languages';
import type { Database, Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import { firstRow } from '../../kernel/sql.ts';

export interface TenantRecord {
  id: string;
  name: string;
  slug: string;
  plan: BillingPlan;
  createdAt: string;
}

/** Returns undefined if the tenant is gone. */
export async function findTenant(
  tx: Transaction,
  tenantId: string,
): Promise<TenantRecord | undefined> {
  const { rows } = await tx.query<Omit<TenantRecord, 'createdAt'> & { created_at: Date }>({
    name: 'find_tenant',
    text: 'select id, name, slug, plan, created_at from platform.tenants where id = $1',
    values: [tenantId],
  });
  const [row] = rows;
  if (!row) return undefined;
  const { id, name, slug, plan, created_at } = row;
  return { id, name, slug, plan, createdAt: created_at.toISOString() };
}

/** Reads the name of a tenant that is there. */
export async function readTenantName(tx: Transaction, tenantId: string): Promise<string> {
  const { rows } = await tx.query<{ name: string }>({
    name: 'read_tenant_name',
    text: 'select name from platform.tenants where id = $1',
    values: [tenantId],
  });
  return firstRow(rows).name;
}

export interface TenantMembership {
  id: string;
  name: string;
  role: Role;
  user_id: string;
  /** True if the session's holder has proven to read the mailbox. */
  mailbox_proven: boolean;
}

/**
 * Selects a session's tenants, its own first; others of the address only with a verified row and a
 * holder who reads the mailbox (docs/decisions/own-session-module.md).
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
    where email = me.email and email_verified_at is not null and id <> me.id and can_enter
      and s.mailbox_proven and me.email_verified_at is not null
  ) o on true
  join platform.tenants t on t.id = o.tenant_id
  where s.token_hash = $1
  order by (o.id = me.id) desc, t.name, t.id`;

/**
 * An address for mails of a tenant; a stranger's was never confirmed by a link, nor by the tenant's
 * provider.
 */
interface MailRecipient {
  userId: string;
  to: string;
  stranger: boolean;
  /** The language that the person has chosen; null if none. */
  language: PageLanguage | null;
}

/**
 * Finds the address of the user, or of the tenant's owner for a key or a user who is gone or may
 * not enter.
 */
export async function findMailRecipient(
  tx: Transaction,
  tenantId: string,
  userId: string | null,
): Promise<MailRecipient | undefined> {
  const { rows } = await tx.query<MailRecipient>({
    name: 'find_mail_recipient',
    text: `select id as "userId", email as "to", email_verified_at is null and sso_entered_at is null as stranger, language
      from platform.users
      where tenant_id = $1 and (id = $2 or role = 'owner') and can_enter
      order by (id = $2) desc nulls last limit 1`,
    values: [tenantId, userId],
  });
  return rows[0];
}

const tenantsAtOnce = 500;

/**
 * Calls `work` for each tenant in turn until `signal` aborts. Throws all failures as one
 * AggregateError.
 */
export async function forEachTenant(
  database: Database,
  work: (tenantId: string) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  let after = '';
  for (;;) {
    const [tenants] = await database.batchSystem<[{ id: string }]>([
      {
        name: 'list_tenant_ids',
        text: `select id from platform.tenants where id > $1 order by id limit ${tenantsAtOnce}`,
        values: [after],
      },
    ]);
    for (const { id } of tenants) {
      if (signal?.aborted) break;
      await work(id).catch((error: unknown) => failures.push(error));
      after = id;
    }
    if (signal?.aborted || tenants.length < tenantsAtOnce) break;
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `Housekeeping failed for ${failures.length} tenants`);
}

/**
 * Locks a tenant until the transaction ends, so that nothing is added to it. Returns false if it is
 * gone.
 */
export async function lockTenant(tx: Transaction, tenantId: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'lock_tenant',
    text: 'select from platform.tenants where id = $1 for update',
    values: [tenantId],
  });
  return rowCount > 0;
}

/** Deletes a tenant with its rows in all tables. Its audit log stays. */
export async function deleteTenant(tx: Transaction, tenantId: string): Promise<void> {
  await tx.query({
    name: 'delete_tenant',
    text: 'delete from platform.tenants where id = $1',
    values: [tenantId],
  });
}
