import pg from 'pg';
import type { Statement } from './statement.ts';

/** Sends statements for a tenant in one transaction and returns the rows of each. */
export type SendForTenant = (tenantId: string, statements: readonly Statement<unknown>[]) => Promise<unknown[][]>;

/** Most statements of one shared transaction, so that none of them waits long for its commit. */
const maxStatements = 64;

interface Batch {
  statements: readonly Statement<unknown>[];
  resolve(rows: unknown[][]): void;
  reject(error: unknown): void;
}

/**
 * Lets the batches of a tenant that wait at the same moment share one round trip and one commit. A batch is sent at
 * once if none of its tenant is under way. If a statement fails, the transaction has done nothing, and each of its
 * batches is sent alone; so a batch fails by its own statements only. A tenant has one shared transaction at a time, so
 * those of one process never wait for each other's locks.
 */
export function shareTransactions(send: SendForTenant): SendForTenant {
  const waiting = new Map<string, Batch[]>();

  async function drain(tenantId: string, batches: Batch[]): Promise<void> {
    while (batches.length > 0) {
      const shared = batches.splice(0, countFitting(batches));
      try {
        const rows = await send(tenantId, shared.flatMap(({ statements }) => statements));
        for (const { statements, resolve } of shared) resolve(rows.splice(0, statements.length));
      } catch (error) {
        if (shared.length > 1 && isOfStatement(error)) sendAlone(tenantId, shared);
        else for (const { reject } of shared) reject(error);
      }
    }
    waiting.delete(tenantId);
  }

  function sendAlone(tenantId: string, batches: Batch[]): void {
    for (const { statements, resolve, reject } of batches) send(tenantId, statements).then(resolve, reject);
  }

  return (tenantId, statements) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown[][]>();
    const batches = waiting.get(tenantId);
    const batch = { statements, resolve, reject };
    if (batches) batches.push(batch);
    else {
      const first = [batch];
      waiting.set(tenantId, first);
      void drain(tenantId, first);
    }
    return promise;
  };
}

/** Returns how many batches from the first on fit into one transaction: at least one. */
function countFitting(batches: readonly Batch[]): number {
  let total = 0;
  const end = batches.findIndex(({ statements }) => {
    total += statements.length;
    return total > maxStatements;
  });
  return end === -1 ? batches.length : Math.max(1, end);
}

/** True for an error of one statement, after which Postgres has undone the transaction and the session goes on. */
function isOfStatement(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR';
}
