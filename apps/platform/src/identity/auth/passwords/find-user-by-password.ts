import type { Transaction } from '@ecp/database/database';
import type { CanonicalEmail } from '../canonical-email.ts';
import type { TokenOwner } from '../mailed-links/email-tokens.ts';
import type { PasswordServices } from './find-password-heads.ts';
import { hashesOfPassword, type PasswordHeads } from './passwords.ts';

/** A row of an address whose password was matched. */
export interface PasswordUser extends TokenOwner {
  passwordHash: string;
  passwordProven: boolean;
}

/** A password to match, the heads of its address, and the network address that sent it. */
export interface PasswordAttempt {
  email: CanonicalEmail;
  password: string;
  heads: PasswordHeads;
  caller: string;
}

/**
 * Finds the row of an address that has this password: a proven one first, then the last used (AUT-11); null if none
 * has it. Checks all rows, however many strangers add. The database compares the hashes, not in constant time; but
 * without the salt nobody can choose what is compared. Error: `service_unavailable`.
 */
export async function findUserByPassword(
  { database }: Pick<PasswordServices, 'database'>,
  { email, password, heads, caller }: PasswordAttempt,
): Promise<PasswordUser | null> {
  const hashes = await hashesOfPassword(password, heads, caller);
  const [[user]] = await database.batchSystem<[PasswordUser]>([
    { name: 'find_user_by_password', text: findUser, values: [email, hashes] },
  ]);
  return user ?? null;
}

const findUser = `
  select tenant_id as "tenantId", id as "userId", password_hash as "passwordHash", password_proven as "passwordProven"
  from platform.users
  where email = $1 and password_hash is not null and password_hash = any($2::text[])
  order by email_verified_at is not null desc, last_used_at desc, id limit 1`;

/**
 * Prevents the removal of a row until the transaction ends. Returns false if the row is already gone, or if its
 * password has changed since it was matched.
 */
export async function holdPasswordUser(tx: Transaction, user: PasswordUser): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'hold_password_user',
    text: `select from platform.users where tenant_id = $1 and id = $2 and password_hash = $3 for no key update`,
    values: [user.tenantId, user.userId, user.passwordHash],
  });
  return rowCount > 0;
}
