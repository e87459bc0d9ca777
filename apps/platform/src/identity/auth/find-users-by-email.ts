import type { Database } from '@ecp/database/database';
import type { CanonicalEmail } from './canonical-email.ts';
import type { TokenOwner } from './mailed-links/email-tokens.ts';

/**
 * Returns at most `limit` rows of an address; each is one person's membership of one tenant. Anybody can sign up with
 * anybody's address. So proven rows are chosen first, the most recently used before others, and then the oldest
 * unproven rows, which a later sign-up cannot displace. The result lists proven rows first and sorts both groups by
 * last use, newest first (AUT-11).
 */
export async function findUsersByEmail(
  database: Database,
  email: CanonicalEmail,
  limit: number,
): Promise<TokenOwner[]> {
  const [users] = await database.batchSystem<[TokenOwner]>([
    { name: 'find_users_by_email', text: findUsers, values: [email, limit] },
  ]);
  return users;
}

const findUsers = `
  select tenant_id as "tenantId", id as "userId"
  from (
    select id, tenant_id, last_used_at, email_verified_at is null as unproven, created_at
    from platform.users where email = $1
    order by unproven, case when email_verified_at is null then created_at end, last_used_at desc limit $2
  ) u
  order by unproven, last_used_at desc, id`;
