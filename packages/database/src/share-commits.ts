import pg from 'pg';
import { mayEndSession } from './classify-database-error.ts';
import type { Statement } from './statement.ts';

/**
 * The viewer of a tenant's transactions, beside its tenant (docs/decisions/walls.md): the service
 * itself sees behind every wall, a person behind those whose inside they are, and the agents and
 * clients of an engagement behind its own alone.
 */
export type Viewer = '*' | `user:${string}` | `engagement:${string}`;

/** Statements that one viewer of a tenant sends together. */
export interface TenantBatch {
  tenantId: string;
  viewer: Viewer;
  statements: readonly Statement<unknown>[];
}

interface Senders {
  /** Sends batches in one transaction and returns, for each of them, the rows of each statement. */
  together(batches: readonly TenantBatch[]): Promise<unknown[][][]>;
  /**
   * Sends the statements of one batch in a transaction of their own and returns the rows of each.
   */
  alone(batch: TenantBatch): Promise<unknown[][]>;
}

interface WaitingBatch extends TenantBatch {
  resolve(rows: unknown[][]): void;
  reject(error: unknown): void;
}

/** Limits the batches of one transaction, so that none of them waits long for its commit. */
const maxBatches = 16;

const lockNotAvailable = '55P03';

/**
 * Lets batches of a lane that wait at the same moment share one round trip and one commit. If a
 * statement fails or waits for a lock, nothing is done and each batch is sent alone, so that it
 * fails by its own statements only.
 */
export function shareCommits(
  { together, alone }: Senders,
  laneOf: (tenantId: string) => string,
): (batch: TenantBatch) => Promise<unknown[][]> {
  const lanes = new Map<string, WaitingBatch[]>();

  async function sendAll(lane: string, waiting: WaitingBatch[]): Promise<void> {
    while (waiting.length > 0) {
      const shared = waiting.splice(0, maxBatches).toSorted(byTenant);
      try {
        const rows = await together(shared);
        for (const [index, { resolve }] of shared.entries()) resolve(rows[index] ?? []);
      } catch (error) {
        for (const batch of shared) {
          // Its own wait for a lock is not part of the turn, because it may last long.
          if (mayRepeat(error, shared.length)) alone(batch).then(batch.resolve, batch.reject);
          else batch.reject(error);
        }
      }
    }
    lanes.delete(lane);
  }

  return (batch) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown[][]>();
    const lane = laneOf(batch.tenantId);
    const waiting = lanes.get(lane);
    const one = { ...batch, resolve, reject };
    if (waiting) waiting.push(one);
    else {
      const first = [one];
      lanes.set(lane, first);
      void sendAll(lane, first);
    }
    return promise;
  };
}

/**
 * Transactions of two processes that write to the same tenants lock their rows in the same order.
 */
const byTenant = (one: TenantBatch, other: TenantBatch) =>
  one.tenantId < other.tenantId ? -1 : Number(one.tenantId > other.tenantId);

/**
 * True if Postgres has undone the transaction, and a batch may succeed alone. The commit of a lost
 * one is unknown.
 */
function mayRepeat(error: unknown, batches: number): boolean {
  if (!(error instanceof pg.DatabaseError) || mayEndSession(error)) return false;
  return batches > 1 || error.code === lockNotAvailable;
}
