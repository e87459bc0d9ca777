import type { Passkey } from '@ecp/contract/identity/second-factor';
import { createId } from '@ecp/database/create-id';
import type { Transaction } from '@ecp/database/database';
import type { FactorOwner } from './factor-owner.ts';

/** Most passkeys of one person. */
export const maxPasskeys = 20;

/** A passkey that has been verified and is about to be stored. */
export interface NewPasskey {
  name: string;
  credentialId: string;
  publicKey: Buffer;
  counter: number;
  mailboxProven: boolean;
}

interface PasskeyRow {
  id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
  credential_id: string;
}

/** A listed passkey with the id by which its authenticator knows it. */
export interface KnownPasskey extends Passkey {
  credentialId: string;
}

/** Lists the passkeys of a row, oldest first. */
export async function readPasskeys(tx: Transaction, { tenantId, userId }: FactorOwner): Promise<KnownPasskey[]> {
  const { rows } = await tx.query<PasskeyRow>({
    name: 'list_passkeys',
    text: `select id, name, created_at, last_used_at, credential_id from platform.passkeys
      where tenant_id = $1 and user_id = $2 order by created_at, id`,
    values: [tenantId, userId],
  });
  return rows.map((row) => ({ ...toPasskey(row), credentialId: row.credential_id }));
}

/** Stores a passkey. Returns null if its authenticator's id is known already. */
export async function insertPasskey(
  tx: Transaction,
  { tenantId, userId }: FactorOwner,
  passkey: NewPasskey,
): Promise<Passkey | null> {
  const { credentialId, publicKey, counter, name, mailboxProven } = passkey;
  const { rows } = await tx.query<PasskeyRow>({
    name: 'insert_passkey',
    text: `insert into platform.passkeys
        (id, tenant_id, user_id, credential_id, public_key, counter, name, mailbox_proven)
      values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (credential_id) do nothing
      returning id, name, created_at, last_used_at, credential_id`,
    values: [createId(), tenantId, userId, credentialId, publicKey, counter, name, mailboxProven],
  });
  return rows[0] ? toPasskey(rows[0]) : null;
}

const toPasskey = ({ id, name, created_at, last_used_at }: PasskeyRow): Passkey => ({
  id,
  name,
  createdAt: created_at.toISOString(),
  lastUsedAt: last_used_at?.toISOString() ?? null,
});
