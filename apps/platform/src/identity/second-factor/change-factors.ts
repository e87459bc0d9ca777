import type { Transaction } from '@ecp/database/database';
import type { FactorOwner } from './factor-owner.ts';
import { hasFactor, readFactors } from './read-factors.ts';
import { deleteRecoveryCodes } from './recovery-codes.ts';

/** Stores a new secret, which replaces one that is not confirmed. Returns false if a confirmed one exists. */
export async function insertTotp(tx: Transaction, owner: FactorOwner, sealedSecret: Buffer): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'insert_totp',
    text: `insert into platform.totp_factors as f (tenant_id, user_id, sealed_secret) values ($1, $2, $3)
      on conflict (tenant_id, user_id) do update set sealed_secret = $3, created_at = now()
        where f.confirmed_at is null`,
    values: [owner.tenantId, owner.userId, sealedSecret],
  });
  return rowCount > 0;
}

/** Removes the authenticator app, and the recovery codes if no factor is left. Returns false if there was no app. */
export async function deleteTotp(tx: Transaction, owner: FactorOwner): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'delete_totp',
    text: 'delete from platform.totp_factors where tenant_id = $1 and user_id = $2 and confirmed_at is not null',
    values: [owner.tenantId, owner.userId],
  });
  await dropUselessCodes(tx, owner);
  return rowCount > 0;
}

/** Removes a passkey and returns its name, and the recovery codes if no factor is left. Null if there is none. */
export async function deletePasskey(tx: Transaction, owner: FactorOwner, passkeyId: string): Promise<string | null> {
  const { rows } = await tx.query<{ name: string }>({
    name: 'delete_passkey',
    text: 'delete from platform.passkeys where tenant_id = $1 and user_id = $2 and id = $3 returning name',
    values: [owner.tenantId, owner.userId, passkeyId],
  });
  await dropUselessCodes(tx, owner);
  return rows[0]?.name ?? null;
}

/** Removes all factors of a row, for a person who has lost them. Returns false if there was none. */
export async function deleteAllFactors(tx: Transaction, owner: FactorOwner): Promise<boolean> {
  const had = hasFactor(await readFactors(tx, owner));
  const values = [owner.tenantId, owner.userId];
  const where = 'where tenant_id = $1 and user_id = $2';
  await tx.query({ name: 'delete_any_totp', text: `delete from platform.totp_factors ${where}`, values });
  await tx.query({ name: 'delete_passkeys', text: `delete from platform.passkeys ${where}`, values });
  await deleteRecoveryCodes(tx, owner);
  return had;
}

async function dropUselessCodes(tx: Transaction, owner: FactorOwner): Promise<void> {
  if (!hasFactor(await readFactors(tx, owner))) await deleteRecoveryCodes(tx, owner);
}
