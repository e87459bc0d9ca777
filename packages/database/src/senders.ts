import type pg from 'pg';
import { checkAtOnce, enterBriefly, enterRole, type Role } from './enter-role.ts';
import { type Fence, isLeaseLost } from './executor-lease.ts';
import type { SendTogether, TenantBatch } from './share-transactions.ts';
import type { Statement } from './statement.ts';
import { openTransaction, runTransaction, send, type Transaction, withClient } from './transaction.ts';

/** The ways in which statements reach the database. Each is one transaction, and checks the fence if there is one. */
export interface Senders {
  /** Sends statements of a role in one round trip, and returns the rows of each. */
  batch(role: Role, tenantId: string, statements: readonly Statement<unknown>[]): Promise<unknown[][]>;
  /** Sends batches of tenants in one round trip. */
  sendTogether: SendTogether;
  /** Sends batches that begin as the system role and without a tenant in one round trip. */
  sendFinds: SendTogether;
  /** Runs `work`, which sends its statements one after the other. */
  transact<Result>(role: Role, tenantId: string, work: (tx: Transaction) => Promise<Result>): Promise<Result>;
}

/** Creates the senders of a pool. */
export function createSenders(pool: pg.Pool, fence: Fence | undefined): Senders {
  const fenceStatements = fence ? [fence.statement] : [];
  const beginning = (role: Role, tenantId: string) => [enterRole(role, tenantId), ...fenceStatements];
  const fenced = async <Result>(tenantId: string, work: (client: pg.PoolClient) => Promise<Result>) => {
    try {
      return await withClient(pool, tenantId, work);
    } catch (error) {
      if (isLeaseLost(error)) fence?.onLost(error);
      throw error;
    }
  };
  return {
    batch: (role, tenantId, statements) =>
      fenced(tenantId, async (client) => {
        const first = beginning(role, tenantId);
        const results = await send(client, [...first, ...statements]);
        return results.slice(first.length).map((result) => result.rows);
      }),
    sendTogether: (batches) =>
      fenced(batches[0]?.tenantId ?? '', (client) => {
        const parts = batches.map(({ tenantId, statements }, index) => {
          const entered = tenantId === batches[index - 1]?.tenantId;
          return entered ? statements : [enterBriefly(tenantId), ...fenceStatements, ...statements];
        });
        const first = batches[0]?.tenantId === batches.at(-1)?.tenantId ? [] : [checkAtOnce];
        return sendParts(client, first, parts, batches);
      }),
    sendFinds: (batches) =>
      fenced('', (client) => {
        // A search runs as the system and without a tenant, so it leaves the tenant that the one before it has entered.
        const parts = batches.map(({ statements }, index) => [
          ...(index === 0 ? beginning('ecp_system', '') : [enterRole('ecp_system', '')]),
          ...statements,
        ]);
        return sendParts(client, [], parts, batches);
      }),
    transact: (role, tenantId, work) =>
      fenced(tenantId, (client) =>
        runTransaction(client, beginning(role, tenantId), () => work(openTransaction(client, role))),
      ),
  };
}

/** Sends the part of each batch, which ends with its statements, and returns the rows of these. */
async function sendParts(
  client: pg.PoolClient,
  first: readonly Statement<unknown>[],
  parts: readonly (readonly Statement<unknown>[])[],
  batches: readonly TenantBatch[],
): Promise<unknown[][][]> {
  const results = (await send(client, [...first, ...parts.flat()])).slice(first.length);
  return batches.map(({ statements }, index) => {
    const rows = results.splice(0, parts[index]?.length).map((result) => result.rows);
    return rows.slice(rows.length - statements.length);
  });
}
