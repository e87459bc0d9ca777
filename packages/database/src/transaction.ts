import pg from 'pg';
import { classifyDatabaseError, DatabaseUnavailableError, mayEndSession } from './classify-database-error.ts';
import { runAsTenant } from './current-tenant.ts';
import type { Role } from './enter-role.ts';
import { isPooled } from './open-pool.ts';
import { PipelinedQuery } from './pipelined-query.ts';
import type { NoRow, RowsOf, Statement, Statements } from './statement.ts';

/** A transaction bound to one tenant or to the system role. It ends with the function that received it. */
export interface Transaction {
  query<Row = NoRow>(statement: Statement<Row>): Promise<{ rows: Row[]; rowCount: number }>;
  /** Executes statements in one round trip. Returns the rows of each. */
  batch<const Rows extends readonly unknown[]>(statements: Statements<Rows>): Promise<RowsOf<Rows>>;
  /** Runs `work` in this transaction as the role that logged in, which owns the tables of the durable queue. */
  asLoginRole<Result>(work: (client: pg.ClientBase) => Promise<Result>): Promise<Result>;
}

const hasCode = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code !== undefined;

/** Sends statements in one round trip and returns one result for each. */
export function send(client: pg.ClientBase, statements: readonly Statement<unknown>[]): Promise<pg.QueryResult[]> {
  const unnamed = ({ text, values }: Statement<unknown>): Statement<unknown> => ({ text, ...(values && { values }) });
  const query = new PipelinedQuery(isPooled(client) ? statements.map(unnamed) : statements);
  client.query(query);
  return query.results;
}

/** Borrows a connection. Whatever keeps one from being made, such as TLS or a login, is the database's, not the work's. */
async function connect(pool: pg.Pool, tenantId: string): Promise<pg.PoolClient> {
  try {
    return await runAsTenant(tenantId, () => pool.connect());
  } catch (error) {
    if (pool.ending || classifyDatabaseError(error) === 'unavailable') throw error;
    throw new DatabaseUnavailableError(error);
  }
}

/** Lends a connection to `work` and discards it if it broke in the meantime. */
export async function withClient<Result>(
  pool: pg.Pool,
  tenantId: string,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await connect(pool, tenantId);
  let broken: Error | undefined;
  // The loss of the connection would end the process if nobody listened for it.
  const onError = (error: Error) => {
    broken ??= error;
  };
  client.on('error', onError);
  try {
    return await work(client);
  } catch (error) {
    // The socket of a session that the server has ended stays open for a moment.
    if (error instanceof pg.DatabaseError && mayEndSession(error)) onError(error);
    // Once the connection is lost, pg rejects with the error of the socket, or with errors that have no code.
    const isLoss = broken !== undefined && (error === broken || !hasCode(error));
    throw isLoss && !(error instanceof pg.DatabaseError) ? new DatabaseUnavailableError(error) : error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

/** Runs `work` between `begin`, with the statements of `beginning`, and `commit`. An error rolls it back. */
export async function runTransaction<Result>(
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

/** Returns the transaction that is open on a connection. */
export function openTransaction(client: pg.PoolClient, role: Role): Transaction {
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
