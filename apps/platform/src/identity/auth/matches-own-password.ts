import type { Services } from '../../kernel/services.ts';
import type { TokenOwner } from './email-tokens.ts';
import { findPasswordHeads } from './find-password-heads.ts';
import { hashesOfPassword } from './passwords.ts';

/** Whether a row has this password. Error: `service_unavailable`. */
export async function matchesOwnPassword(
  services: Pick<Services, 'database' | 'secretKey' | 'passwordCost'>,
  { tenantId, userId, email }: TokenOwner & { email: string },
  password: string,
): Promise<boolean> {
  const hashes = await hashesOfPassword(password, await findPasswordHeads(services, email));
  const [rows] = await services.database.batchTenant(tenantId, [
    {
      name: 'match_own_password',
      text: `select from platform.users where tenant_id = $1 and id = $2 and password_hash = any($3::text[])`,
      values: [tenantId, userId, hashes],
    },
  ]);
  return rows.length > 0;
}
