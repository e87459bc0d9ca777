import pg from 'pg';
import { mayEndSession } from './classify-database-error.ts';
import type { Statement } from './statement.ts';

/** Statements that one tenant sends together. */
export interface TenantBatch {
  tenantId: string;
  statements: readonly Statement<unknown>[];
}

/** Sends batches in one transaction and returns, for each of them, the rows of each statement. */
export type SendTogether = (batches: readonly TenantBatch[]) => Promise<unknown[][][]>;
/** Sends the statements of one batch in a transaction of their own and returns the rows of each. */
export type SendAlone = (tenantId: string, statements: readonly Statement<unknown>[]) => Promise<unknown[][]>;

/** Most statements of one shared transaction, so that none of them waits long for its commit. */
const maxStatements = 64;

const lockNotAvailable = '55P03';

interface WaitingBatch extends TenantBatch {
  resolve(rows: unknown[][]): void;
  reject(error: unknown): void;
}

/**
 * Lets the batches of a lane that wait at the same moment share one round trip and one commit. A batch is sent at once
 * if none of its lane is under way. If a statement fails or waits for a lock, the transaction has done nothing and each
 * of its batches is sent alone, so that a batch fails by its own statements only. A lane has one shared transaction at a
 * time, so those of one process do not wait for each other's locks.
 */
export function shareTransactions(
  { together, alone }: { together: SendTogether; alone: SendAlone },
  laneOf: (tenantId: string) => string | number,
): SendAlone {
  const waiting = new Map<string | number, WaitingBatch[]>();

  async function drain(lane: string | number, batches: WaitingBatch[]): Promise<void> {
    while (batches.length > 0) {
      const shared = batches.splice(0, countFitting(batches)).toSorted(byTenant);
      try {
        const rows = await together(shared);
        for (const [index, { resolve }] of shared.entries()) resolve(rows[index] ?? []);
      } catch (error) {
        for (const { tenantId, statements, resolve, reject } of shared) {
          // Its own wait for a lock is not part of the turn, because it may last long.
          if (mayRepeat(error, shared.length)) alone(tenantId, statements).then(resolve, reject);
          else reject(error);
        }
      }
    }
    waiting.delete(lane);
  }

  return (tenantId, statements) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown[][]>();
    const lane = laneOf(tenantId);
    const batch = { tenantId, statements, resolve, reject };
    const batches = waiting.get(lane);
    if (batches) batches.push(batch);
    else {
      const first = [batch];
      waiting.set(lane, first);
      void drain(lane, first);
    }
    return promise;
  };
}

/** Two transactions that write to the same tenants lock their rows in the same order. */
const byTenant = (one: TenantBatch, other: TenantBatch) =>
  one.tenantId < other.tenantId ? -1 : Number(one.tenantId > other.tenantId);

/** Returns how many batches from the first on fit into one transaction: at least one. */
function countFitting(batches: readonly TenantBatch[]): number {
  let total = 0;
  const end = batches.findIndex(({ statements }) => {
    total += statements.length;
    return total > maxStatements;
  });
  return end === -1 ? batches.length : Math.max(1, end);
}

/** True if Postgres has undone the transaction, and a batch may succeed alone. The commit of a lost one is unknown. */
function mayRepeat(error: unknown, batches: number): boolean {
  if (!(error instanceof pg.DatabaseError) || mayEndSession(error)) return false;
  return batches > 1 || error.code === lockNotAvailable;
}
