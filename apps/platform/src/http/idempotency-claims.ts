import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';

/** A claim lasts this long unless its process renews it: the bound on what a crash delays. */
const claimSeconds = 60;
/** Times between renewals; two may fail before the claim is lost. */
export const renewalMs = 20_000;

/** Names one kept answer. */
export interface AnswerPlace {
  tenantId: string;
  /** `user:<id>` or `key:<id>`. */
  caller: string;
  key: string;
}

/** What stands at a place: whose claim, for which request, and the answer if there is one. */
export interface KeptAnswer {
  claim_id: string;
  fingerprint: Buffer;
  status: number | null;
  sealed_answer: Buffer | null;
}

/**
 * Claims a place for `claimId`, in a transaction of its own, when it is free: nothing stands there, or what does is 24
 * hours old, or a dead process left it while at work on the same request. Returns what stands there now.
 */
export async function claimPlace(
  database: Database,
  { tenantId, caller, key }: AnswerPlace,
  { fingerprint, claimId }: { fingerprint: Buffer; claimId: string },
): Promise<KeptAnswer> {
  const claim: Statement = {
    name: 'claim_idempotency_key',
    text: `insert into platform.idempotency_keys as kept (tenant_id, caller, key, fingerprint, claim_id, claimed_until)
      values ($1, $2, $3, $4, $5, now() + interval '${claimSeconds} seconds')
      on conflict (tenant_id, caller, key) do update set fingerprint = excluded.fingerprint,
        claim_id = excluded.claim_id, claimed_until = excluded.claimed_until, status = null, sealed_answer = null,
        created_at = now()
      where kept.created_at <= now() - interval '24 hours'
        or (kept.status is null and kept.claimed_until <= now() and kept.fingerprint = excluded.fingerprint)`,
    values: [tenantId, caller, key, fingerprint, claimId],
  };
  const look: Statement = {
    name: 'select_idempotency_key',
    text: `select claim_id, fingerprint, status, sealed_answer from platform.idempotency_keys
      where tenant_id = $1 and caller = $2 and key = $3`,
    values: [tenantId, caller, key],
  };
  const [, found = []] = await database.batchTenant(tenantId, [claim, look]);
  const [kept] = found as KeptAnswer[];
  if (!kept) throw new Error('A claimed idempotency key is gone');
  return kept;
}

/** Keeps a claim from being taken over while its work goes on. */
export async function renewClaim(database: Database, tenantId: string, claimId: string): Promise<void> {
  const text = `update platform.idempotency_keys set claimed_until = now() + interval '${claimSeconds} seconds'
    where tenant_id = $1 and claim_id = $2 and status is null`;
  await database.batchTenant(tenantId, [{ name: 'renew_idempotency_key', text, values: [tenantId, claimId] }]);
}

/** Keeps the answer, unless the claim was taken over meanwhile. */
export async function keepAnswer(
  database: Database,
  { tenantId, caller, key }: AnswerPlace,
  { claimId, status, sealed }: { claimId: string; status: number; sealed: Buffer },
): Promise<void> {
  const text = `update platform.idempotency_keys set status = $5, sealed_answer = $6
    where tenant_id = $1 and caller = $2 and key = $3 and claim_id = $4 and status is null`;
  const values = [tenantId, caller, key, claimId, status, sealed];
  await database.batchTenant(tenantId, [{ name: 'keep_idempotent_answer', text, values }]);
}

/** Frees the place: the same request may be tried again at once. */
export async function releaseClaim(
  database: Database,
  { tenantId, caller, key }: AnswerPlace,
  claimId: string,
): Promise<void> {
  const text = `delete from platform.idempotency_keys
    where tenant_id = $1 and caller = $2 and key = $3 and claim_id = $4 and status is null`;
  await database.batchTenant(tenantId, [
    { name: 'release_idempotency_key', text, values: [tenantId, caller, key, claimId] },
  ]);
}

/** Deletes what is older than 24 hours, of every tenant; returns how many. */
export async function deleteOldAnswers(database: Database): Promise<number> {
  const [deleted = []] = await database.batchSystem([
    { text: `delete from platform.idempotency_keys where created_at <= now() - interval '24 hours' returning 1` },
  ]);
  return deleted.length;
}
