import type { Database } from '@ecp/database/database';
import type { OpenContext } from '../../../kernel/context.ts';
import type { CanonicalEmail } from '../canonical-email.ts';
import type { TokenOwner } from '../mailed-links/email-tokens.ts';
import { findPasswordHeads } from './find-password-heads.ts';
import { hashesOfPassword } from './passwords.ts';

/** Matches a password with that of one row. Returns the stored hash, or null. Error: `service_unavailable`. */
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

async function readPasswordHash(database: Database, { tenantId, userId }: TokenOwner): Promise<string | null> {
  const [[row]] = await database.batchTenant<[{ password_hash: string | null }]>(tenantId, [
    {
      name: 'read_password_hash',
      text: 'select password_hash from platform.users where tenant_id = $1 and id = $2',
      values: [tenantId, userId],
    },
  ]);
  return row?.password_hash ?? null;
}
