import { type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { Database, Transaction } from '@ecp/database/database';
import { createSemaphore } from '@ecp/semaphore/semaphore';
import { dictionary } from '@zxcvbn-ts/language-common';
import type { OpenContext } from '../../kernel/context.ts';
import type { KeyRing } from '../../kernel/keys/key-ring.ts';
import { networkOf } from '../../kernel/limits/rate-limiter.ts';
import { serviceBusy } from '../../kernel/limits/refusals.ts';
import type { PasswordCost, Services } from '../../kernel/services.ts';
import type { CanonicalEmail } from './email-addresses.ts';
import type { TokenOwner } from './email-tokens.ts';

const deriveBytes = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const keyBytes = 32;
const saltBytes = 16;

/** Takes 32 MiB. OWASP counts it as strong as N = 2^17 with p = 1, which takes 128 MiB. */
export const passwordCost: PasswordCost = { logN: 15, r: 8, p: 3 };

/**
 * They use 96 MiB and three of libuv's four threads at most. A flood of sign-ups does not delay
 * sign-ins, and network addresses take turns.
 */
const matching = createSemaphore({ permits: 2, maxWaiting: 200, refusal: serviceBusy });
const hashing = createSemaphore({ permits: 1, maxWaiting: 50, refusal: serviceBusy });
/** Characters of a hash after its head: the key in base64url. */
export const keyLength = Math.ceil((keyBytes * 4) / 3);

/** The heads of an address. A head is a hash without its key, `scrypt$<log2 N>$<r>$<p>$<salt>$`. */
export interface PasswordHeads {
  /** Heads of the address's hashes; usually one, because hashes of one address share their salt. */
  known: string[];
  /** Head of the address's first hash. */
  first: string;
}

/**
 * Returns the head of an address's first hash; its salt comes from address and secret, so that it
 * is equal in simultaneous sign-ups and unpredictable.
 */
export function firstHead(
  keys: KeyRing,
  email: CanonicalEmail,
  { logN, r, p }: PasswordCost,
): string {
  const mac = keys.sign('password salts', email);
  return `scrypt$${logN}$${r}$${p}$${mac.subarray(0, saltBytes).toString('base64url')}$`;
}

/**
 * Hashes a password with the address's salt, so that one derivation finds all rows. `caller` is the
 * network address that waits its turn. Error: `service_unavailable`.
 */
export async function hashPassword(
  password: string,
  { known, first }: PasswordHeads,
  caller: string,
): Promise<string> {
  return hashing.run(networkOf(caller), () => deriveHash(password, known[0] ?? first));
}

/**
 * Returns a password's hashes under the address's heads, by one derivation even without any.
 * `caller` is the network address that waits its turn. Error: `service_unavailable`.
 */
export async function hashesOfPassword(
  password: string,
  { known, first }: PasswordHeads,
  caller: string,
): Promise<string[]> {
  const hashes: string[] = [];
  for (const head of known.length > 0 ? known : [first])
    hashes.push(await matching.run(networkOf(caller), () => deriveHash(password, head)));
  return hashes;
}

async function deriveHash(password: string, head: string): Promise<string> {
  const [, logN, r, p, salt = ''] = head.split('$');
  const N = 2 ** Number(logN);
  const options = { N, r: Number(r), p: Number(p), maxmem: 256 * N * Number(r) };
  const key = await deriveBytes(
    password.normalize('NFKC'),
    Buffer.from(salt, 'base64url'),
    keyBytes,
    options,
  );
  return head + key.toString('base64url');
}

type PasswordServices = Pick<Services, 'database' | 'keys' | 'passwordCost'>;

/** Hashes of one address share their salt, unless the installation's secret has changed. */
const maxKnown = 3;

/** Reads the heads of an address's password hashes: first those of proven rows, then the oldest. */
export async function findPasswordHeads(
  { database, keys, passwordCost }: PasswordServices,
  email: CanonicalEmail,
): Promise<PasswordHeads> {
  const [rows] = await database.batchSystem<[{ head: string }]>([
    { name: 'find_password_heads', text: findHeads, values: [email, -keyLength, maxKnown] },
  ]);
  return {
    known: rows.map(({ head }) => head),
    first: firstHead(keys, email, passwordCost),
  };
}

const findHeads = `
  select left(password_hash, $2) as head from platform.users
  where email = $1 and password_hash is not null
  group by head order by bool_or(email_verified_at is not null) desc, min(created_at) limit $3`;

export interface PasswordUser extends TokenOwner {
  passwordHash: string;
  passwordProven: boolean;
}

interface PasswordAttempt {
  email: CanonicalEmail;
  password: string;
  heads: PasswordHeads;
  caller: string;
  /** The only rows that are tried; null for all rows of the address. */
  userIds: readonly string[] | null;
}

/**
 * Finds the row with a password, those that it may open first, proven ones next, then last used;
 * else null. The database compares all, not in constant time, but nobody without the salt can
 * choose what is compared. Error: `service_unavailable`.
 */
export async function findUserByPassword(
  { database }: Pick<PasswordServices, 'database'>,
  { email, password, heads, caller, userIds }: PasswordAttempt,
): Promise<PasswordUser | null> {
  const hashes = await hashesOfPassword(password, heads, caller);
  const [[user]] = await database.batchSystem<[PasswordUser]>([
    { name: 'find_user_by_password', text: findPasswordUser, values: [email, hashes, userIds] },
  ]);
  return user ?? null;
}

const findPasswordUser = `
  select tenant_id as "tenantId", id as "userId", password_hash as "passwordHash", password_proven as "passwordProven"
  from platform.users
  where email = $1 and password_hash is not null and password_hash = any($2::text[]) and can_enter
    and ($3::text[] is null or id = any($3::text[]))
  order by platform.requires_sso(tenant_id, email) and role <> 'owner', email_verified_at is not null desc,
    last_used_at desc, id limit 1`;

/**
 * Locks a row against removal; false if it is gone, or its password has changed since the match.
 */
export async function holdPasswordUser(tx: Transaction, user: PasswordUser): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'hold_password_user',
    text: `select from platform.users where tenant_id = $1 and id = $2 and password_hash = $3 for no key update`,
    values: [user.tenantId, user.userId, user.passwordHash],
  });
  return rowCount > 0;
}

/**
 * Matches a password with that of one row. Returns the stored hash, or null. Error:
 * `service_unavailable`.
 */
export async function matchOwnPassword(
  { services, ipAddress }: OpenContext,
  { email, ...owner }: TokenOwner & { email: CanonicalEmail },
  password: string,
): Promise<string | null> {
  const heads = await findPasswordHeads(services, email);
  const stored = await readPasswordHash(services.database, owner);
  const hashes = await hashesOfPassword(password, heads, ipAddress);
  return stored !== null && hashes.includes(stored) ? stored : null;
}

async function readPasswordHash(
  database: Database,
  { tenantId, userId }: TokenOwner,
): Promise<string | null> {
  const [[row]] = await database.batchTenant<[{ password_hash: string | null }]>(tenantId, [
    {
      name: 'read_password_hash',
      text: 'select password_hash from platform.users where tenant_id = $1 and id = $2',
      values: [tenantId, userId],
    },
  ]);
  return row?.password_hash ?? null;
}

/**
 * The list is sorted by how often leaked passwords have each. Most of the first have fewer than 8
 * characters.
 */
const commonPasswords = new Set(dictionary['passwords-common'].slice(0, 10_000));

/** Refuses a guessable password. `path` is the JSON pointer to it. Error: `invalid_request`. */
export function refuseGuessablePassword(password: string, email: string, path: string): void {
  const plain = password.normalize('NFKC').toLowerCase();
  const isCommon = commonPasswords.has(plain) || new Set(plain.trim()).size < 2 || plain === email;
  if (isCommon)
    throw new ApiError('invalid_request', { details: [{ path, message: 'is too easy to guess' }] });
}
