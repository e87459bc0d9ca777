import { createHash, randomBytes } from 'node:crypto';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { ExportPart } from '../../kernel/export-part.ts';

/**
 * A user row: one person's membership of one tenant. Its factors are its own, as its password is.
 */
export interface FactorOwner {
  tenantId: string;
  userId: string;
}

/** The factors of a row, without their secrets. */
export interface Factors {
  totp: boolean;
  passkeys: number;
  recoveryCodesLeft: number;
  hasPassword: boolean;
}

export function selectFactors({ tenantId, userId }: FactorOwner): Statement<Factors> {
  return { name: 'select_factors', text: factorsOfUser, values: [tenantId, userId] };
}

/** Reads the factors of a row. All are missing if the row is gone. */
export async function readFactors(tx: Transaction, owner: FactorOwner): Promise<Factors> {
  const { rows } = await tx.query(selectFactors(owner));
  return rows[0] ?? { totp: false, passkeys: 0, recoveryCodesLeft: 0, hasPassword: false };
}

/** Returns true if a sign-in needs a second factor. */
export const hasFactor = ({ totp, passkeys }: Factors): boolean => totp || passkeys > 0;

const factorsOfUser = `
  select u.password_hash is not null as "hasPassword",
    exists (
      select from platform.totp_factors f
      where f.tenant_id = u.tenant_id and f.user_id = u.id and f.confirmed_at is not null
    ) as totp,
    (select count(*) from platform.passkeys p where p.tenant_id = u.tenant_id and p.user_id = u.id) as passkeys,
    (
      select count(*) from platform.recovery_codes c
      where c.tenant_id = u.tenant_id and c.user_id = u.id and c.used_at is null
    ) as "recoveryCodesLeft"
  from platform.users u where u.tenant_id = $1 and u.id = $2`;

/**
 * Stores a new secret, which replaces one that is not confirmed. Returns false if a confirmed one
 * exists.
 */
export async function insertTotp(
  tx: Transaction,
  owner: FactorOwner,
  sealedSecret: Buffer,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'insert_totp',
    text: `insert into platform.totp_factors as f (tenant_id, user_id, sealed_secret) values ($1, $2, $3)
      on conflict (tenant_id, user_id) do update set sealed_secret = $3, created_at = now()
        where f.confirmed_at is null`,
    values: [owner.tenantId, owner.userId, sealedSecret],
  });
  return rowCount > 0;
}

/**
 * Removes the authenticator app, and the recovery codes if no factor is left. Returns false if
 * there was no app.
 */
export async function deleteTotp(tx: Transaction, owner: FactorOwner): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'delete_totp',
    text: 'delete from platform.totp_factors where tenant_id = $1 and user_id = $2 and confirmed_at is not null',
    values: [owner.tenantId, owner.userId],
  });
  await dropUselessCodes(tx, owner);
  return rowCount > 0;
}

/**
 * Removes a passkey and returns its name, and the recovery codes if no factor is left. Null if
 * there is none.
 */
export async function deletePasskey(
  tx: Transaction,
  owner: FactorOwner,
  passkeyId: string,
): Promise<string | null> {
  const { rows } = await tx.query<{ name: string }>({
    name: 'delete_passkey',
    text: 'delete from platform.passkeys where tenant_id = $1 and user_id = $2 and id = $3 returning name',
    values: [owner.tenantId, owner.userId, passkeyId],
  });
  await dropUselessCodes(tx, owner);
  return rows[0]?.name ?? null;
}

/**
 * Removes all factors of a row, for a person who has lost them. Returns false if there was none.
 */
export async function deleteAllFactors(tx: Transaction, owner: FactorOwner): Promise<boolean> {
  const had = hasFactor(await readFactors(tx, owner));
  const values = [owner.tenantId, owner.userId];
  const where = 'where tenant_id = $1 and user_id = $2';
  await tx.query({
    name: 'delete_any_totp',
    text: `delete from platform.totp_factors ${where}`,
    values,
  });
  await tx.query({
    name: 'delete_passkeys',
    text: `delete from platform.passkeys ${where}`,
    values,
  });
  await deleteRecoveryCodes(tx, owner);
  return had;
}

async function dropUselessCodes(tx: Transaction, owner: FactorOwner): Promise<void> {
  if (!hasFactor(await readFactors(tx, owner))) await deleteRecoveryCodes(tx, owner);
}

const codesPerPerson = 10;
/**
 * 32 characters, none of which looks like another. Sixteen of them hold 80 random bits, too many to
 * try.
 */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
const codeLength = 16;
const groupLength = 4;

/** Replaces the recovery codes of a row and returns them. Only hashes are stored. */
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
async function deleteRecoveryCodes(tx: Transaction, owner: FactorOwner): Promise<void> {
  await tx.query({
    name: 'delete_recovery_codes',
    text: 'delete from platform.recovery_codes where tenant_id = $1 and user_id = $2',
    values: [owner.tenantId, owner.userId],
  });
}

/**
 * Uses up a recovery code. Returns false if it is wrong or used. Of simultaneous uses one succeeds.
 */
export async function acceptRecoveryCode(
  tx: Transaction,
  owner: FactorOwner,
  code: string,
): Promise<boolean> {
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
  const characters = Array.from(
    randomBytes(codeLength),
    (byte) => alphabet[byte % alphabet.length],
  ).join('');
  return characters.replace(new RegExp(`(.{${groupLength}})(?=.)`, 'g'), '$1-');
}

/** People type codes in capitals, and with or without the groups. */
function hashCode({ tenantId, userId }: FactorOwner, code: string): Buffer {
  const typed = code.toLowerCase().replace(/[\s-]/g, '');
  return createHash('sha256').update(`${tenantId} ${userId} ${typed}`).digest();
}

/**
 * Locks a row and its factors, before the factors' own locks. Error: `authentication_required` if
 * it is gone.
 */
export async function holdFactorOwner(
  tx: Transaction,
  { tenantId, userId }: FactorOwner,
): Promise<void> {
  const { rowCount } = await tx.query({
    name: 'hold_factor_owner',
    text: 'select from platform.users where tenant_id = $1 and id = $2 for no key update',
    values: [tenantId, userId],
  });
  if (rowCount === 0) throw new ApiError('authentication_required');
}

interface FactorRow {
  id: string;
  user_id: string;
  kind: 'passkey' | 'totp';
  name: string | null;
  created_at: Date;
  last_used_at: Date | null;
}

/** Exports who has which second factor, without secrets and keys. */
export const exportedSecondFactors: ExportPart<FactorRow> = {
  name: 'secondFactors',
  page: {
    text: `select id, user_id, kind, name, created_at, last_used_at from (
        select id, user_id, 'passkey' as kind, name, created_at, last_used_at
        from platform.passkeys where tenant_id = $1
        union all
        select 'totp-' || user_id, user_id, 'totp', null, created_at, null
        from platform.totp_factors where tenant_id = $1 and confirmed_at is not null
      ) f where id > $2 order by id limit $3`,
  },
  pageRows: 200,
  toRecord: ({ user_id, kind, name, created_at, last_used_at }) => ({
    userId: user_id,
    kind,
    name,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at?.toISOString() ?? null,
  }),
};
