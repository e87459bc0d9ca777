import type pg from 'pg';
import { enterTenantRole } from './enter-role.ts';
import { type DatabaseOptions, openPool } from './open-pool.ts';
import { hasReserve } from './reserving-pool.ts';
import { createSenders, type Senders } from './senders.ts';
import { type SendAlone, shareTransactions } from './share-transactions.ts';
import type { RowsOf, Statement, Statements } from './statement.ts';
import type { Transaction } from './transaction.ts';

export type { Transaction } from './transaction.ts';

export interface Database {
  /** Connections of the role that logs in. It has no rights on tenants' tables; it owns those of the durable queue. */
  pool: pg.Pool;
  /** Runs a transaction that reads and writes one tenant's rows only. */
  withTenant<Result>(tenantId: string, work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** Runs a transaction over the few tables that are open across tenants. */
  withSystem<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** Runs statements for one tenant in one round trip, all or none. Returns the rows of each statement. */
  batchTenant<const Rows extends readonly unknown[]>(
    tenantId: string,
    statements: Statements<Rows>,
  ): Promise<RowsOf<Rows>>;
  /**
   * Does the same in a transaction that batches share if they wait at the same moment, also those of other tenants
   * (docs/decisions/creates-share-commits.md).
   */
  batchShared<const Rows extends readonly unknown[]>(
    tenantId: string,
    statements: Statements<Rows>,
  ): Promise<RowsOf<Rows>>;
  /** Does the same as `batchTenant` for the system role. */
  batchSystem<const Rows extends readonly unknown[]>(statements: Statements<Rows>): Promise<RowsOf<Rows>>;
  /**
   * Finds a caller and reads rows of the tenant that `find` enters, in one round trip. `find` runs as the system role and
   * enters the tenant with `enterTenantOf`. `read` runs as the tenant role and sees nothing if `find` entered no tenant.
   * Searches that wait at the same moment share a transaction.
   */
  batchFound<Found, Row>(find: Statement<Found>, read: Statement<Row>): Promise<[Found[], Row[]]>;
  close(): Promise<void>;
}

/**
 * SQL of a column, `entered_tenant_id`, that enters a row's tenant until the transaction ends; `tenantId` is SQL for its
 * id.
 */
export const enterTenantOf = (tenantId: string): string =>
  `set_config('app.tenant_id', ${tenantId}, true) as entered_tenant_id`;

/** Lanes in which transactions of several tenants go on side by side, each on a connection. */
const laneCount = 2;
const laneOf = (tenantId: string): number =>
  [...tenantId].reduce((sum, character) => sum + character.charCodeAt(0), 0) % laneCount;

/** Opens a database. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = openPool(options);
  const senders = createSenders(pool, options.fence);
  const { batch, transact, sendTogether } = senders;
  const alone: SendAlone = (tenantId, statements) => batch('ecp_tenant', tenantId, statements);
  const batchShared = shareTransactions({ together: sendTogether, alone }, laneOf);
  const batchTenant = options.shared
    ? shareTransactions({ together: sendTogether, alone }, (tenantId) => tenantId)
    : alone;
  return {
    pool,
    withTenant: (tenantId, work) => transact('ecp_tenant', tenantId, work),
    withSystem: (work) => transact('ecp_system', '', work),
    batchTenant: <Rows extends readonly unknown[]>(tenantId: string, statements: Statements<Rows>) =>
      batchTenant(tenantId, statements) as Promise<RowsOf<Rows>>,
    batchShared: <Rows extends readonly unknown[]>(tenantId: string, statements: Statements<Rows>) =>
      batchShared(tenantId, statements) as Promise<RowsOf<Rows>>,
    batchSystem: <Rows extends readonly unknown[]>(statements: Statements<Rows>) =>
      batch('ecp_system', '', statements) as Promise<RowsOf<Rows>>,
    batchFound: createFind(senders),
    close: () => pool.end(),
  };
}

/** Creates the search for a caller. One that may use the reserve goes alone, because others wait for a connection. */
function createFind({ sendFinds }: Senders): Database['batchFound'] {
  const alone: SendAlone = async (tenantId, statements) => (await sendFinds([{ tenantId, statements }]))[0] ?? [];
  let turn = 0;
  const nextLane = () => {
    turn = (turn + 1) % laneCount;
    return turn;
  };
  const shared = shareTransactions({ together: sendFinds, alone }, nextLane);
  return async <Found, Row>(find: Statement<Found>, read: Statement<Row>) => {
    const search = hasReserve() ? alone : shared;
    const [found = [], , rows = []] = await search('', [find, enterTenantRole, read]);
    return [found, rows] as [Found[], Row[]];
  };
}
