import type { Transaction } from '@ecp/database/database';
import type { Services } from '../../kernel/services.ts';
import { sealTotpSecret, unsealTotpSecret } from './totp.ts';

const secretsAtOnce = 500;

interface Row {
  tenant_id: string;
  user_id: string;
  sealed_secret: Buffer;
}

/**
 * Encrypts TOTP secrets with the secret that writes, if another secret has encrypted them (SET-15). Returns the number
 * of rows that no secret of the installation decrypts. Repeatable; it skips rows that another process is working on.
 */
export async function renewTotpSecrets(
  services: Pick<Services, 'database' | 'keys'>,
  signal: AbortSignal,
): Promise<number> {
  let left = 0;
  let after = { tenantId: '', userId: '' };
  while (!signal.aborted) {
    const batch = await services.database.withSystem((tx) => renewBatch(tx, services, after));
    left += batch.left;
    if (!batch.last) break;
    after = batch.last;
  }
  return left;
}

async function renewBatch(
  tx: Transaction,
  { keys }: Pick<Services, 'keys'>,
  after: { tenantId: string; userId: string },
): Promise<{ left: number; last: typeof after | null }> {
  const { rows } = await tx.query<Row>({
    name: 'select_old_totp_secrets',
    text: `select tenant_id, user_id, sealed_secret from platform.totp_factors
      where not starts_with(encode(sealed_secret, 'hex'), $1) and (tenant_id, user_id) > ($2, $3)
      order by tenant_id, user_id limit $4 for update skip locked`,
    values: [Buffer.from(keys.writingId, 'base64url').toString('hex'), after.tenantId, after.userId, secretsAtOnce],
  });
  const renewed = rows.flatMap((row) => {
    const owner = { tenantId: row.tenant_id, userId: row.user_id };
    const secret = tryUnseal(keys, owner, row.sealed_secret);
    return secret === null ? [] : [{ ...owner, sealed: sealTotpSecret(keys, owner, secret) }];
  });
  await tx.query({
    name: 'renew_totp_secrets',
    text: `update platform.totp_factors f set sealed_secret = renewed.sealed
      from unnest($1::text[], $2::text[], $3::bytea[]) as renewed (tenant_id, user_id, sealed)
      where f.tenant_id = renewed.tenant_id and f.user_id = renewed.user_id`,
    values: [
      renewed.map(({ tenantId }) => tenantId),
      renewed.map(({ userId }) => userId),
      renewed.map(({ sealed }) => sealed),
    ],
  });
  const last = rows.length === secretsAtOnce ? rows.at(-1) : undefined;
  return {
    left: rows.length - renewed.length,
    last: last ? { tenantId: last.tenant_id, userId: last.user_id } : null,
  };
}

/** Returns null for a secret that no key of the ring opens. It is counted, and its owner still has recovery codes. */
function tryUnseal(...parameters: Parameters<typeof unsealTotpSecret>): string | null {
  try {
    return unsealTotpSecret(...parameters);
  } catch {
    return null;
  }
}
