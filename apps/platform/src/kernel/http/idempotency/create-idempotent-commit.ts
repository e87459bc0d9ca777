import { ApiError } from '@ecp/contract/errors';
import type { Database, Transaction } from '@ecp/database/database';
import type { RowsOf, Statements } from '@ecp/database/statement';
import type { Concluding } from '../../idempotent-commit.ts';
import type { Claim } from './idempotency.ts';
import { answerStatement, withdrawStatement } from './idempotency-claims.ts';

/** Opens the ways in which a verb of one tenant can conclude; `claim` is null for a request without an Idempotency-Key. */
export function openConclusion(database: Database, tenantId: string, claim: Claim | null): Concluding {
  if (claim) return concludeUnder(claim, database, tenantId);
  const nothing = async () => undefined;
  return {
    conclude: (work) => database.withTenant(tenantId, work),
    concludeBatch: async (statements, read) => read(await database.batchTenant(tenantId, statements)),
    promiseAnswer: nothing,
    withdrawAnswer: nothing,
  };
}

function concludeUnder(claim: Claim, database: Database, tenantId: string): Concluding {
  const { place, id: claimId, successStatus: status } = claim;
  const keep = async (tx: Transaction, answer: unknown, isFinal: boolean) => {
    const sealed = claim.seal(JSON.stringify(answer));
    const { fingerprint } = claim;
    const { rowCount } = await tx.query(answerStatement(place, { claimId, status, sealed, fingerprint, isFinal }));
    // Another process took this one for dead and does the work: it must not be done here too.
    if (rowCount === 0) throw new ApiError('idempotency_in_progress', { headers: { 'retry-after': '1' } });
  };
  const conclude: Concluding['conclude'] = async (work) => {
    const answer = await database.withTenant(tenantId, async (tx) => {
      const made = await work(tx);
      await keep(tx, made, true);
      return made;
    });
    claim.concluded = true;
    return answer;
  };
  return {
    conclude,
    concludeBatch: (statements, read) => conclude(async (tx) => read(await queryEach(tx, statements))),
    promiseAnswer: (tx, answer) => keep(tx, answer, false),
    withdrawAnswer: async (tx) => {
      await tx.query(withdrawStatement(place, claimId));
    },
  };
}

async function queryEach<Rows extends readonly unknown[]>(
  tx: Transaction,
  statements: Statements<Rows>,
): Promise<RowsOf<Rows>> {
  const rows: unknown[][] = [];
  for (const statement of statements) rows.push((await tx.query(statement)).rows);
  return rows as RowsOf<Rows>;
}
