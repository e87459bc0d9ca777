import type { Database } from '@ecp/database/database';

/** A row of an address: one person's membership of one tenant. */
export interface EmailUser {
  tenantId: string;
  tenantName: string;
  userId: string;
  email: string;
  passwordHash: string | null;
  passwordProven: boolean;
}

/**
 * An address's rows, newest use first (AUT-11), at most `limit`. Anybody can sign up with anybody's address, so
 * rows whose address was verified come before the limit does.
 */
export async function findUsersByEmail(database: Database, email: string, limit = 100): Promise<EmailUser[]> {
  const [users] = await database.batchSystem<[EmailUser]>([
    { name: 'find_users_by_email', text: findUsers, values: [email, limit] },
  ]);
  return users;
}

const findUsers = `
  select u.tenant_id as "tenantId", t.name as "tenantName", u.id as "userId", u.email,
    u.password_hash as "passwordHash", u.password_proven as "passwordProven"
  from (
    select * from platform.users where email = lower($1)
    order by email_verified_at is not null desc, last_used_at desc limit $2
  ) u
  join platform.tenants t on t.id = u.tenant_id
  order by u.last_used_at desc, u.id`;
