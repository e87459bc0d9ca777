import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from '@ecp/database/database';
import type { FactorOwner } from './factor-owner.ts';

const codesPerPerson = 10;
/** 32 characters, none of which looks like another. Sixteen of them hold 80 random bits, too many to try. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const codeLength = 16;
const groupLength = 4;

/** Replaces the recovery codes of a row and returns them. Only hashes are stored (SFA-4). */
export async function replaceRecoveryCodes(tx: Transaction, owner: FactorOwner): Promise<string[]> {
  const codes = Array.from({ length: codesPerPerson }, createCode);
  await deleteRecoveryCodes(tx, owner);
  await tx.query({
    name: 'insert_recovery_codes',
    text: `insert into platform.recovery_codes (tenant_id, user_id, code_hash)
      select $1, $2, hash from unnest($3::bytea[]) as hash`,
    values: [owner.tenantId, owner.userId, codes.map((code) => hashCode(owner, code))],
  });
  return codes;
}

/** Deletes the recovery codes of a row, which are of no use without a factor. */
export async function deleteRecoveryCodes(tx: Transaction, owner: FactorOwner): Promise<void> {
  await tx.query({
    name: 'delete_recovery_codes',
    text: 'delete from platform.recovery_codes where tenant_id = $1 and user_id = $2',
    values: [owner.tenantId, owner.userId],
  });
}

/** Uses up a recovery code. Returns false if it is wrong or used. Of simultaneous uses one succeeds. */
export async function acceptRecoveryCode(tx: Transaction, owner: FactorOwner, code: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'use_recovery_code',
    text: `update platform.recovery_codes set used_at = now()
      where tenant_id = $1 and user_id = $2 and code_hash = $3 and used_at is null`,
    values: [owner.tenantId, owner.userId, hashCode(owner, code)],
  });
  return rowCount > 0;
}

/** 256 is a multiple of the alphabet's length, so every character is equally likely. */
function createCode(): string {
  const characters = Array.from(randomBytes(codeLength), (byte) => alphabet[byte % alphabet.length]).join('');
  return characters.replace(new RegExp(`(.{${groupLength}})(?=.)`, 'g'), '$1-');
}

/** People type codes in capitals, and with or without the groups. */
function hashCode({ tenantId, userId }: FactorOwner, code: string): Buffer {
  const typed = code.toLowerCase().replace(/[\s-]/g, '');
  return createHash('sha256').update(`${tenantId} ${userId} ${typed}`).digest();
}
