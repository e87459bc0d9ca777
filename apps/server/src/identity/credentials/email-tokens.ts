import { ApiError } from '@ecp/contract/declaring/errors';
import type { Database, Transaction } from '@ecp/database/database';
import { createToken, hashToken } from '../../kernel/keys/tokens.ts';
import { type CanonicalEmail, lockAddress } from './email-addresses.ts';

export type TokenPurpose =
  | 'magic_link'
  | 'invitation'
  | 'confirmation'
  | 'password_reset'
  | 'new_address';

/** Seconds that a mailed link is valid. A reset link is valid for one hour. */
const lifetimeSeconds: Record<TokenPurpose, number> = {
  magic_link: 15 * 60,
  invitation: 7 * 24 * 60 * 60,
  confirmation: 7 * 24 * 60 * 60,
  password_reset: 60 * 60,
  new_address: 7 * 24 * 60 * 60,
};

export interface TokenOwner {
  tenantId: string;
  userId: string;
}

/** Makes a token for a link in the mail `mailId` and stores its hash only. */
export async function createEmailToken(
  tx: Transaction,
  purpose: TokenPurpose,
  owner: TokenOwner,
  mailId: string | null = null,
): Promise<string> {
  const token = createToken();
  await tx.query({
    name: 'create_email_token',
    text: `insert into platform.email_tokens (token_hash, purpose, tenant_id, user_id, expires_at, mail_id)
      values ($1, $2, $3, $4, now() + make_interval(secs => $5), $6)`,
    values: [
      hashToken(token),
      purpose,
      owner.tenantId,
      owner.userId,
      lifetimeSeconds[purpose],
      mailId,
    ],
  });
  return token;
}

/** Revokes the unused tokens of earlier attempts to send a mail. */
export async function revokeTokensOfMail(tx: Transaction, mailId: string): Promise<void> {
  await tx.query({
    name: 'void_tokens_of_mail',
    text: 'delete from platform.email_tokens where mail_id = $1 and used_at is null',
    values: [mailId],
  });
}

/**
 * Revokes a user's earlier links of a purpose except those of one mail, so that the newest alone
 * works.
 */
export async function revokeEarlierTokens(
  tx: Transaction,
  purpose: TokenPurpose,
  { tenantId, userId }: TokenOwner,
  mailId: string,
): Promise<void> {
  await tx.query({
    name: 'void_earlier_tokens',
    text: `delete from platform.email_tokens where tenant_id = $1 and user_id = $2 and purpose = $3
      and used_at is null and mail_id is distinct from $4`,
    values: [tenantId, userId, purpose, mailId],
  });
}

export interface UsedToken<Purpose extends TokenPurpose = TokenPurpose> extends TokenOwner {
  purpose: Purpose;
  email: CanonicalEmail;
  mailId: string | null;
}

/**
 * Uses up a token once and locks its address. Error: `invalid_token` if it is unknown, used or
 * expired.
 */
export async function consumeEmailToken<Purpose extends TokenPurpose>(
  tx: Transaction,
  token: string,
  purposes: readonly Purpose[],
): Promise<UsedToken<Purpose>> {
  const email = await findAddressOfToken(tx, token, purposes);
  await lockAddress(tx, email);
  const { rows } = await tx.query<UsedRow>({
    name: 'use_email_token',
    text: `update platform.email_tokens set used_at = now()
      where token_hash = $1 and purpose = any($2::text[]) and used_at is null and expires_at > now()
      returning tenant_id, user_id, purpose, mail_id`,
    values: [hashToken(token), [...purposes]],
  });
  const row = rows[0];
  if (!row) throw new ApiError('invalid_token');
  // The statement uses up a token of these purposes alone.
  const purpose = row.purpose as Purpose;
  return { tenantId: row.tenant_id, userId: row.user_id, purpose, email, mailId: row.mail_id };
}

interface UsedRow {
  tenant_id: string;
  user_id: string;
  purpose: TokenPurpose;
  mail_id: string | null;
}

/**
 * Finds the address that a token was mailed to. Error: `invalid_token` if it is unknown, used or
 * expired.
 */
export async function findAddressOfToken(
  tx: Transaction,
  token: string,
  purposes: readonly TokenPurpose[],
): Promise<CanonicalEmail> {
  const { rows } = await tx.query<{ email: string }>({
    name: 'find_address_of_token',
    text: `select u.email
      from platform.email_tokens e join platform.users u on u.tenant_id = e.tenant_id and u.id = e.user_id
      where e.token_hash = $1 and e.purpose = any($2::text[]) and e.used_at is null and e.expires_at > now()`,
    values: [hashToken(token), [...purposes]],
  });
  const [row] = rows;
  if (!row) throw new ApiError('invalid_token');
  // Only canonical addresses are stored.
  return row.email as CanonicalEmail;
}

/** Revokes all mailed links of a user: for sign-in, reset and invitation. */
export async function revokeMailedLinks(
  tx: Transaction,
  { tenantId, userId }: TokenOwner,
): Promise<void> {
  await tx.query({
    name: 'end_mailed_links',
    text: 'delete from platform.email_tokens where tenant_id = $1 and user_id = $2',
    values: [tenantId, userId],
  });
}

/**
 * Returns at most `limit` rows of an address, proven ones first, each group by last use. Anybody
 * may sign up with it, so of unproven rows the oldest are taken, which a later sign-up cannot
 * displace.
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
    from platform.users where email = $1 and can_enter
    order by unproven, case when email_verified_at is null then created_at end, last_used_at desc limit $2
  ) u
  order by unproven, last_used_at desc, id`;
