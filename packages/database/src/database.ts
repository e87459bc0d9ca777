import pg from 'pg';
import { PipelinedQuery } from './pipelined-query.ts';
import type { Statement } from './statement.ts';

/** A transaction bound to one tenant (or to the system role); it ends with the function that received it. */
export interface Transaction {
  query<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    statement: Statement,
  ): Promise<{ rows: Row[]; rowCount: number }>;
  /** Runs `work` with the connecting role's own rights, for tables of the durable queue; same transaction. */
  asOwner<Result>(work: (client: pg.ClientBase) => Promise<Result>): Promise<Result>;
}

export interface Database {
  /** Of the connecting role, which bypasses nothing but owns the tables: migrations and the durable queue only. */
  pool: pg.Pool;
  /** One transaction that sees and writes one tenant's rows only (architecture, rule 2). */
  withTenant<Result>(tenantId: string, work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** One transaction over the few tables that are open across tenants. */
  withSystem<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** Several statements for one tenant in one round trip; all or nothing. Rows of each statement. */
  batchTenant(tenantId: string, statements: readonly Statement[]): Promise<pg.QueryResultRow[][]>;
  /** The same for the system role. */
  batchSystem(statements: readonly Statement[]): Promise<pg.QueryResultRow[][]>;
  close(): Promise<void>;
}

type Role = 'ecp_tenant' | 'ecp_system';

const enterRole = (role: Role, tenantId: string): Statement => ({
  name: 'enter_role',
  text: `select set_config('role', $1, true), set_config('app.tenant_id', $2, true)`,
  values: [role, tenantId],
});

/** Opens a pool on `url`. bigint and numeric come as numbers: all of ours stay below 2^53. */
export function openDatabase(options: {
  url: string;
  maxConnections?: number;
  onPoolError?: (error: Error) => void;
}): Database {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  types.setTypeParser(pg.types.builtins.NUMERIC, Number);
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections ?? 20,
    connectionTimeoutMillis: 10_000,
    types,
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => options.onPoolError?.(error));

  const batch = async (role: Role, tenantId: string, statements: readonly Statement[]) => {
    const client = await pool.connect();
    try {
      const query = new PipelinedQuery([enterRole(role, tenantId), ...statements]);
      client.query(query);
      const results = await query.results;
      return results.slice(1).map((result) => result.rows);
    } finally {
      client.release();
    }
  };

  return {
    pool,
    withTenant: (tenantId, work) => transact(pool, 'ecp_tenant', tenantId, work),
    withSystem: (work) => transact(pool, 'ecp_system', '', work),
    batchTenant: (tenantId, statements) => batch('ecp_tenant', tenantId, statements),
    batchSystem: (statements) => batch('ecp_system', '', statements),
    close: () => pool.end(),
  };
}

async function transact<Result>(
  pool: pg.Pool,
  role: Role,
  tenantId: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    const begin = new PipelinedQuery([{ text: 'begin' }, enterRole(role, tenantId)]);
    client.query(begin);
    await begin.results;
    const result = await work(openTransaction(client, role));
    await client.query('commit');
    return result;
  } catch (error) {
    // A failed rollback means that the connection is gone, and the transaction with it.
    await client.query('rollback').catch((rollbackError: Error) => onError(rollbackError));
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

function openTransaction(client: pg.PoolClient, role: Role): Transaction {
  return {
    async query<Row extends pg.QueryResultRow>({ name, text, values = [] }: Statement) {
      const config = { text, values: [...values], ...(name === undefined ? {} : { name }) };
      const { rows, rowCount } = await client.query<Row>(config);
      return { rows, rowCount: rowCount ?? 0 };
    },
    async asOwner(work) {
      await client.query(`select set_config('role', 'none', true)`);
      const result = await work(client);
      await client.query(`select set_config('role', $1, true)`, [role]);
      return result;
    },
  };
}
