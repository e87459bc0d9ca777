import { hash } from 'node:crypto';
import { ApiError } from '@ecp/contract/declaring/errors';
import type { Database, Transaction } from '@ecp/database/database';
import { encodeJson } from '../../encoded-json.ts';
import type { IdempotentCommit } from '../../idempotent-commit.ts';
import type { IdempotencyClaim } from './idempotency.ts';
import { storeResponseStatement, withdrawResponseStatement } from './idempotency-claims.ts';

/** Makes the functions with which a verb of one tenant can finish; `claim` is null without an Idempotency-Key. */
export function createIdempotentCommit(
  database: Database,
  tenantId: string,
  claim: IdempotencyClaim | null,
): IdempotentCommit {
  if (claim) return concludeUnder(claim, database, tenantId);
  return {
    requestKey: null,
    commit: (work) => database.withTenant(tenantId, work),
    commitBatch: async (statements, read) => read(await database.batchShared(tenantId, statements)),
    storeProvisionalResponse: async () => undefined,
    withdrawProvisionalResponse: async () => true,
  };
}

function concludeUnder(claim: IdempotencyClaim, database: Database, tenantId: string): IdempotentCommit {
  const { place, id: claimId, successStatus: status } = claim;
  const keep = async (tx: Transaction, answer: unknown, isFinal: boolean) => {
    const sealed = claim.seal(encodeJson(answer));
    const { fingerprint } = claim;
    const { rowCount } = await tx.query(
      storeResponseStatement(place, { claimId, status, sealed, fingerprint, isFinal }),
    );
    // Another process considered this one dead and does the work, so this one must not.
    if (rowCount === 0) throw new ApiError('idempotency_in_progress', { headers: { 'retry-after': '1' } });
  };
  const commit: IdempotentCommit['commit'] = async (work) => {
    const answer = await database.withTenant(tenantId, async (tx) => {
      const made = await work(tx);
      await keep(tx, made, true);
      return made;
    });
    claim.concluded = true;
    return answer;
  };
  return {
    requestKey: hash('sha256', `${place.caller} ${place.key}`, 'base64url'),
    commit,
    commitBatch: (statements, read) => commit(async (tx) => read(await tx.batch(statements))),
    storeProvisionalResponse: (tx, answer) => keep(tx, answer, false),
    withdrawProvisionalResponse: async (tx) => (await tx.query(withdrawResponseStatement(place, claimId))).rowCount > 0,
  };
}
