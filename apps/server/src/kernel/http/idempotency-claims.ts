import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';

/** How long an answer is kept for repeats of its request. */
export const answerLifeHours = 24;
/**
 * A claim lasts this long unless its process renews it. This bounds the delay that a crash causes.
 */
export const claimSeconds = 60;
/** Time between renewals; two may fail before the claim is lost. */
export const renewalMs = 20_000;

export interface IdempotencyRecordKey {
  tenantId: string;
  /** `user:<id>`, `key:<id>` or `portal:<id>`. */
  caller: string;
  key: string;
}

/**
 * The row of an idempotency key: its claim, the fingerprint of its request and, if there is one,
 * the response.
 */
export interface IdempotencyRecord {
  claim_id: string;
  fingerprint: Buffer;
  status: number | null;
  sealed_answer: Buffer | null;
  /** A process is handling the request. */
  at_work: boolean;
  /** The executor id of that process. */
  claimed_by: string;
}

/** `claimed_until` of a claim that has ended and cannot be renewed. */
const never = `'-infinity'::timestamptz`;
const ofClaim = 'tenant_id = $1 and caller = $2 and key = $3 and claim_id = $4';

export interface NewClaim {
  fingerprints: readonly [Buffer, ...Buffer[]];
  claimId: string;
  executorId: string;
}

/**
 * Claims a free key for `claimId`: it is new, 24 hours old, or a dead process's for the same
 * request.
 */
export async function claimIdempotencyKey(
  database: Database,
  { tenantId, caller, key }: IdempotencyRecordKey,
  { fingerprints, claimId, executorId }: NewClaim,
): Promise<IdempotencyRecord> {
  const claim: Statement = {
    name: 'claim_idempotency_key',
    text: `insert into platform.idempotency_keys as kept (tenant_id, caller, key, fingerprint, claim_id, claimed_until, claimed_by)
      values ($1, $2, $3, $4, $5, now() + interval '${claimSeconds} seconds', $7)
      on conflict (tenant_id, caller, key) do update set fingerprint = excluded.fingerprint,
        claim_id = excluded.claim_id, claimed_until = excluded.claimed_until, claimed_by = excluded.claimed_by,
        status = null, sealed_answer = null, created_at = now()
      where kept.created_at <= now() - interval '${answerLifeHours} hours'
        or (kept.status is null and kept.claimed_until <= now() and kept.fingerprint = any($6))`,
    values: [tenantId, caller, key, fingerprints[0], claimId, fingerprints, executorId],
  };
  const look: Statement<IdempotencyRecord> = {
    name: 'select_idempotency_key',
    text: `select claim_id, fingerprint, status, sealed_answer, claimed_until > now() as at_work, claimed_by
      from platform.idempotency_keys
      where tenant_id = $1 and caller = $2 and key = $3`,
    values: [tenantId, caller, key],
  };
  const [, [kept]] = await database.batchTenant(tenantId, [claim, look]);
  if (!kept) throw new Error('A claimed idempotency key is gone');
  return kept;
}

/** Ends a dead process's claim: its committed response counts, otherwise the key is free. */
export async function endClaim(
  database: Database,
  { tenantId, caller, key }: IdempotencyRecordKey,
  claimId: string,
): Promise<void> {
  const text = `update platform.idempotency_keys set claimed_until = least(claimed_until, now()) where ${ofClaim}`;
  const values = [tenantId, caller, key, claimId];
  await database.batchTenant(tenantId, [{ name: 'expire_idempotency_claim', text, values }]);
}

/** Renews a claim that has not ended. */
export async function renewClaim(
  database: Database,
  tenantId: string,
  claimId: string,
): Promise<void> {
  const text = `update platform.idempotency_keys set claimed_until = now() + interval '${claimSeconds} seconds'
    where tenant_id = $1 and claim_id = $2 and claimed_until > ${never}`;
  await database.batchTenant(tenantId, [
    { name: 'renew_idempotency_key', text, values: [tenantId, claimId] },
  ]);
}

interface ResponseToStore {
  claimId: string;
  status: number;
  sealed: Buffer;
  /** Fingerprint of the whole request, if it was not known yet when the claim was made. */
  fingerprint?: Buffer;
}

/** Stores the response of a request whose work is over; changes no row if the claim was taken over. */
export function storeResponseStatement(
  { tenantId, caller, key }: IdempotencyRecordKey,
  { claimId, status, sealed, fingerprint }: ResponseToStore,
): Statement {
  return {
    name: 'keep_idempotent_answer',
    text: `update platform.idempotency_keys set status = $5, sealed_answer = $6, fingerprint = coalesce($7, fingerprint),
        claimed_until = ${never}
      where ${ofClaim} and claimed_until > ${never}`,
    values: [tenantId, caller, key, claimId, status, sealed, fingerprint ?? null],
  };
}

/** Stores the response, unless the claim was taken over meanwhile. */
export async function storeResponse(
  database: Database,
  place: IdempotencyRecordKey,
  answer: ResponseToStore,
): Promise<void> {
  await database.batchTenant(place.tenantId, [storeResponseStatement(place, answer)]);
}

/**
 * Ends a claim. A response that its work has committed becomes final; without one the key is free
 * at once.
 */
export async function releaseClaim(
  database: Database,
  { tenantId, caller, key }: IdempotencyRecordKey,
  claimId: string,
): Promise<void> {
  const values = [tenantId, caller, key, claimId];
  await database.batchTenant(tenantId, [
    {
      name: 'release_idempotency_key',
      text: `delete from platform.idempotency_keys where ${ofClaim} and status is null`,
      values,
    },
    {
      name: 'end_idempotency_claim',
      text: `update platform.idempotency_keys set claimed_until = ${never} where ${ofClaim}`,
      values,
    },
  ]);
}

/** Deletes the records of all tenants that are older than 24 hours; returns their number. */
export async function purgeIdempotencyRecords(database: Database): Promise<number> {
  const [deleted] = await database.batchSystem<[{ key: string }]>([
    {
      text: `delete from platform.idempotency_keys where created_at <= now() - interval '${answerLifeHours} hours' returning key`,
    },
  ]);
  return deleted.length;
}
