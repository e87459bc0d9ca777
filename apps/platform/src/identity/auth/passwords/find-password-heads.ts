import type { Services } from '../../../kernel/services.ts';
import type { CanonicalEmail } from '../canonical-email.ts';
import { firstHead, keyLength, type PasswordHeads } from './passwords.ts';

/** The services that deriving a password needs. */
export type PasswordServices = Pick<Services, 'database' | 'keys' | 'passwordCost' | 'olderPasswordCosts'>;

/** Hashes of one address share their salt, unless the installation's secret or the cost has changed. */
const maxKnown = 3;

/** Reads the heads of an address's password hashes: first those of proven rows, then the oldest. */
export async function findPasswordHeads(
  { database, keys, passwordCost, olderPasswordCosts }: PasswordServices,
  email: CanonicalEmail,
): Promise<PasswordHeads> {
  const [rows] = await database.batchSystem<[{ head: string }]>([
    { name: 'find_password_heads', text: findHeads, values: [email, -keyLength, maxKnown] },
  ]);
  return {
    known: rows.map(({ head }) => head),
    first: firstHead(keys, email, passwordCost),
    older: olderPasswordCosts.map((cost) => firstHead(keys, email, cost)),
  };
}

const findHeads = `
  select left(password_hash, $2) as head from platform.users
  where email = $1 and password_hash is not null
  group by head order by bool_or(email_verified_at is not null) desc, min(created_at) limit $3`;
