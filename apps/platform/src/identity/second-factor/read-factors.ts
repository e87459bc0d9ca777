import type { Transaction } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { FactorOwner } from './factor-owner.ts';

/** The factors of a row, without their secrets. */
export interface Factors {
  totp: boolean;
  passkeys: number;
  recoveryCodesLeft: number;
  hasPassword: boolean;
}

/** Selects the factors of a row. */
export function selectFactors({ tenantId, userId }: FactorOwner): Statement<Factors> {
  return { name: 'select_factors', text: factors, values: [tenantId, userId] };
}

/** Reads the factors of a row. All are missing if the row is gone. */
export async function readFactors(tx: Transaction, owner: FactorOwner): Promise<Factors> {
  const { rows } = await tx.query(selectFactors(owner));
  return rows[0] ?? { totp: false, passkeys: 0, recoveryCodesLeft: 0, hasPassword: false };
}

/** Returns true if a sign-in needs a second factor. */
export const hasFactor = ({ totp, passkeys }: Factors): boolean => totp || passkeys > 0;

const factors = `
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
