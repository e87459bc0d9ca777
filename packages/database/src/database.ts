import pg from 'pg';
import { databaseUnavailableCode, mayEndSession } from './classify-database-error.ts';
import { runAsTenant } from './current-tenant.ts';
import { checkAtOnce, enterBriefly, enterRole, enterTenantRole, type Role } from './enter-role.ts';
import { type Fence, isLeaseLost } from './executor-lease.ts';
import { FairPool } from './fair-pool.ts';
import { keptAlive, limitSilence } from './limit-silence.ts';
import { PipelinedQuery } from './pipelined-query.ts';
import { hasReserve, ReservingPool } from './reserving-pool.ts';
import { type SendAlone, type SendTogether, shareTransactions } from './share-transactions.ts';
import type { NoRow, RowsOf, Statement, Statements } from './statement.ts';

/** A transaction bound to one tenant or to the system role. It ends with the function that received it. */
export interface Transaction {
  query<Row = NoRow>(statement: Statement<Row>): Promise<{ rows: Row[]; rowCount: number }>;
  /** Executes statements in one round trip. Returns the rows of each. */
  batch<const Rows extends readonly unknown[]>(statements: Statements<Rows>): Promise<RowsOf<Rows>>;
  /** Runs `work` in this transaction as the role that logged in, which owns the tables of the durable queue. */
  asLoginRole<Result>(work: (client: pg.ClientBase) => Promise<Result>): Promise<Result>;
}

export interface Database {
  /** Connections of the role that logs in. It has no rights on tenants' tables; it owns those of the durable queue. */
  pool: pg.Pool;
  /** Runs a transaction that reads and writes one tenant's rows only (architecture, rule 2). */
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

/** No connection was free in time, or one was lost in use without a message of the server. `cause` is pg's error. */
class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
  readonly code = databaseUnavailableCode;

  constructor(cause: unknown) {
    super('The database does not answer', { cause });
  }
}

const hasCode = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code !== undefined;

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

/** Time after which a hanging statement or transaction ends and releases its connection and locks. */
const stuckLimitMs = 60_000;

const stuckLimits = { statement_timeout: stuckLimitMs, idle_in_transaction_session_timeout: stuckLimitMs };

/** Clients of poolers. Consecutive transactions of one may be on different connections, which know no names of it. */
const pooledClients = new WeakSet<pg.ClientBase>();

/** Opens a pool on `url`. bigint and numeric values are returned as numbers, because all of ours stay below 2^53. */
export function openDatabase(options: {
  url: string;
  maxConnections?: number;
  /** Longest wait for a free or new connection; 10 s by default. */
  connectionTimeoutMs?: number;
  onPoolError?: (error: Error) => void;
  /** The address is that of a pooler in transaction mode: no setting and no prepared statement stays with a client. */
  pooled?: boolean | undefined;
  /** Lets tenants take turns for connections. By default the first to wait is the first to get one. */
  fair?: boolean;
  /** Further connections for what must answer when all are taken (`withReserve`); none by default. */
  reserved?: number;
  /** Refuses every transaction once another process has taken over this one's work. */
  fence?: Fence;
  /** Name of the sessions in Postgres. */
  applicationName?: string;
  /** Lets `batchTenant` calls of one tenant share a transaction if they wait at the same moment (`share-transactions.ts`). */
  shared?: boolean;
}): Database {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  types.setTypeParser(pg.types.builtins.NUMERIC, Number);
  const settings = {
    connectionString: options.url,
    max: options.maxConnections ?? 20,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 10_000,
    ...keptAlive,
    ...(options.pooled ? {} : stuckLimits),
    application_name: options.applicationName,
    types,
  };
  const { reserved = 0 } = options;
  const Pool = options.fair ? FairPool : pg.Pool;
  const pool = reserved > 0 ? new ReservingPool(settings, reserved) : new Pool(settings);
  limitSilence(pool);
  if (options.pooled) pool.on('connect', (client) => pooledClients.add(client));
  // The pool replaces an idle connection that breaks. Without a listener its error would end the process.
  pool.on('error', (error) => options.onPoolError?.(error));

  const fenceStatements = options.fence ? [options.fence.statement] : [];
  const beginning = (role: Role, tenantId: string) => [enterRole(role, tenantId), ...fenceStatements];
  const fenced = async <Result>(tenantId: string, work: (client: pg.PoolClient) => Promise<Result>) => {
    try {
      return await withClient(pool, tenantId, work);
    } catch (error) {
      if (isLeaseLost(error)) options.fence?.onLost(error);
      throw error;
    }
  };
  const batch = (role: Role, tenantId: string, statements: readonly Statement<unknown>[]): Promise<unknown[][]> =>
    fenced(tenantId, async (client) => {
      const first = beginning(role, tenantId);
      const results = await send(client, [...first, ...statements]);
      return results.slice(first.length).map((result) => result.rows);
    });
  const sendAlone: SendAlone = (tenantId, statements) => batch('ecp_tenant', tenantId, statements);
  const sendTogether: SendTogether = (batches) =>
    fenced(batches[0]?.tenantId ?? '', async (client) => {
      const parts = batches.map(({ tenantId, statements }, index) => {
        const entered = tenantId === batches[index - 1]?.tenantId;
        return entered ? statements : [enterBriefly(tenantId), ...fenceStatements, ...statements];
      });
      const first = batches[0]?.tenantId === batches.at(-1)?.tenantId ? [] : [checkAtOnce];
      const results = await send(client, [...first, ...parts.flat()]);
      results.splice(0, first.length);
      return batches.map(({ statements }, index) => {
        const rows = results.splice(0, parts[index]?.length).map((result) => result.rows);
        return rows.slice(rows.length - statements.length);
      });
    });
  const sendFinds: SendTogether = (batches) =>
    fenced('', async (client) => {
      // A search runs as the system and without a tenant, so it leaves the tenant that the one before it has entered.
      const parts = batches.map(({ statements }, index) => [
        ...(index === 0 ? beginning('ecp_system', '') : [enterRole('ecp_system', '')]),
        ...statements,
      ]);
      const results = await send(client, parts.flat());
      return batches.map(({ statements }, index) => {
        const rows = results.splice(0, parts[index]?.length).map((result) => result.rows);
        return rows.slice(rows.length - statements.length);
      });
    });
  const findAlone: SendAlone = async (tenantId, statements) => (await sendFinds([{ tenantId, statements }]))[0] ?? [];
  let turn = 0;
  const nextLane = () => {
    turn = (turn + 1) % laneCount;
    return turn;
  };
  const findShared = shareTransactions({ together: sendFinds, alone: findAlone }, nextLane);
  const ways = { together: sendTogether, alone: sendAlone };
  const batchShared = shareTransactions(ways, laneOf);
  const batchTenant = options.shared ? shareTransactions(ways, (tenantId) => tenantId) : sendAlone;
  const transact = <Result>(role: Role, tenantId: string, work: (tx: Transaction) => Promise<Result>) =>
    fenced(tenantId, (client) =>
      runTransaction(client, beginning(role, tenantId), () => work(openTransaction(client, role))),
    );

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
    async batchFound<Found, Row>(find: Statement<Found>, read: Statement<Row>) {
      const search = hasReserve() ? findAlone : findShared;
      const [found = [], , rows = []] = await search('', [find, enterTenantRole, read]);
      return [found, rows] as [Found[], Row[]];
    },
    close: () => pool.end(),
  };
}

/** Sends statements in one round trip and returns one result for each. */
function send(client: pg.ClientBase, statements: readonly Statement<unknown>[]): Promise<pg.QueryResult[]> {
  const unnamed = ({ text, values }: Statement<unknown>): Statement<unknown> => ({ text, ...(values && { values }) });
  const query = new PipelinedQuery(pooledClients.has(client) ? statements.map(unnamed) : statements);
  client.query(query);
  return query.results;
}

/** Borrows a connection. A pg error without a code means that none was available in time or that it was lost. */
async function connect(pool: pg.Pool, tenantId: string): Promise<pg.PoolClient> {
  try {
    return await runAsTenant(tenantId, () => pool.connect());
  } catch (error) {
    if (pool.ending || hasCode(error)) throw error;
    throw new DatabaseUnavailableError(error);
  }
}

/** Lends a connection to `work` and discards it if it broke in the meantime. */
async function withClient<Result>(
  pool: pg.Pool,
  tenantId: string,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await connect(pool, tenantId);
  let broken: Error | undefined;
  // Without a listener, losing the connection in use would end the process.
  const onError = (error: Error) => {
    broken ??= error;
  };
  client.on('error', onError);
  try {
    return await work(client);
  } catch (error) {
    // The socket of a session that the server has ended stays open for a moment.
    if (error instanceof pg.DatabaseError && mayEndSession(error)) onError(error);
    // Once the connection is lost, pg rejects with errors that have no code.
    throw broken && !hasCode(error) ? new DatabaseUnavailableError(error) : error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

async function runTransaction<Result>(
  client: pg.PoolClient,
  beginning: Statement[],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    await send(client, [{ text: 'begin' }, ...beginning]);
    const result = await work();
    const { command } = await client.query('commit');
    // Postgres answers the commit of a transaction with a failed statement by a rollback, without an error.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: a failed statement was swallowed');
    return result;
  } catch (error) {
    // A rollback that fails means that the connection is gone, and the transaction with it.
    await client.query('rollback').catch((rollbackError: Error) => client.emit('error', rollbackError));
    throw error;
  }
}

function openTransaction(client: pg.PoolClient, role: Role): Transaction {
  return {
    async query<Row>(statement: Statement<Row>) {
      const [result] = await send(client, [statement]);
      return { rows: (result?.rows ?? []) as Row[], rowCount: result?.rowCount ?? 0 };
    },
    async batch<Rows extends readonly unknown[]>(statements: Statements<Rows>) {
      return (await send(client, statements)).map(({ rows }) => rows) as RowsOf<Rows>;
    },
    async asLoginRole(work) {
      await client.query(`select set_config('role', 'none', true)`);
      const result = await work(client);
      await client.query(`select set_config('role', $1, true)`, [role]);
      return result;
    },
  };
}
