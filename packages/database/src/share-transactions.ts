import pg from 'pg';
import type { Statement } from './statement.ts';

/**
 * Sends statements for a tenant in one transaction and returns the rows of each. `briefLocks` lets the transaction wait
 * for a lock at most 100 ms, so that one held row does not stop the tenant's other work.
 */
export type SendForTenant = (
  tenantId: string,
  statements: readonly Statement<unknown>[],
  briefLocks?: boolean,
) => Promise<unknown[][]>;

/** Most statements of one shared transaction, so that none of them waits long for its commit. */
const maxStatements = 64;

const lockNotAvailable = '55P03';

interface Batch {
  statements: readonly Statement<unknown>[];
  resolve(rows: unknown[][]): void;
  reject(error: unknown): void;
}

/**
 * Lets the batches of a tenant that wait at the same moment share one round trip and one commit. A batch is sent at
 * once if none of its tenant is under way. If a statement fails or waits for a lock, the transaction has done nothing
 * and each of its batches is sent alone, so that a batch fails by its own statements only. A tenant has one shared
 * transaction at a time, so those of one process do not wait for each other's locks.
 */
export function shareTransactions(send: SendForTenant): SendForTenant {
  const waiting = new Map<string, Batch[]>();

  async function drain(tenantId: string, batches: Batch[]): Promise<void> {
    while (batches.length > 0) {
      const shared = batches.splice(0, countFitting(batches));
      try {
        const all = shared.flatMap(({ statements }) => statements);
        const rows = await send(tenantId, all, true);
        for (const { statements, resolve } of shared) resolve(rows.splice(0, statements.length));
      } catch (error) {
        for (const { statements, resolve, reject } of shared) {
          // Its own wait for a lock is not part of the turn, because it may last long.
          if (mayRepeat(error, shared.length)) send(tenantId, statements).then(resolve, reject);
          else reject(error);
        }
      }
    }
    waiting.delete(tenantId);
  }

  return (tenantId, statements) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown[][]>();
    const batch = { statements, resolve, reject };
    const batches = waiting.get(tenantId);
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

/** True if Postgres has undone the transaction, and a batch may succeed alone. The commit of a lost one is unknown. */
function mayRepeat(error: unknown, batches: number): boolean {
  if (!(error instanceof pg.DatabaseError) || error.severity !== 'ERROR') return false;
  return batches > 1 || error.code === lockNotAvailable;
}
