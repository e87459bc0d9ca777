import pg from 'pg';
import { send, sendBatch } from './batch.ts';
import {
  classifyDatabaseError,
  DatabaseUnavailableError,
  mayEndSession,
} from './classify-database-error.ts';
import { type Fence, isLeaseLost } from './executor-lease.ts';
import { openPool, type PoolOptions, runAsTenant } from './pool.ts';
import { shareCommits, type TenantBatch, type Viewer } from './share-commits.ts';
import type { NoRow, RowsOf, Statement, Statements } from './statement.ts';

/**
 * The ways to send SQL: a transaction or a batch, for a tenant or the system
 * (docs/decisions/one-way-for-sql.md).
 */
export interface Database {
  /** Connections of the role that logs in, which has no rights on tables. */
  pool: pg.Pool;
  /** The viewer of every transaction and batch of a tenant. */
  viewer: Viewer;
  /** Returns the same database for another viewer. */
  seenBy(viewer: Viewer): Database;
  /** Runs a transaction that reads and writes one tenant's rows only. */
  withTenant<Result>(tenantId: string, work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /** Runs a transaction over the few tables that are open across tenants. */
  withSystem<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * Runs a tenant's statements in one round trip, all or none, and returns their rows. With
   * `shareCommit`, batches that wait at the same moment commit together, also other tenants'.
   */
  batchTenant<const Rows extends readonly unknown[]>(
    tenantId: string,
    statements: Statements<Rows>,
    options?: { shareCommit: boolean },
  ): Promise<RowsOf<Rows>>;
  /** Does the same as `batchTenant` for the system role. */
  batchSystem<const Rows extends readonly unknown[]>(
    statements: Statements<Rows>,
  ): Promise<RowsOf<Rows>>;
  close(): Promise<void>;
}

/**
 * A transaction of one tenant or the system role. Statements sent without waiting share a round
 * trip.
 */
export interface Transaction {
  query<Row = NoRow>(statement: Statement<Row>): Promise<{ rows: Row[]; rowCount: number }>;
}

/**
 * The roles that transactions enter: that of one tenant's rows, and that of the few tables open
 * across tenants.
 */
type Role = 'ecp_tenant' | 'ecp_system';

/** Settings of `openDatabase`. */
interface DatabaseOptions extends PoolOptions {
  /** Refuses every transaction once another process has taken over this one's work. */
  fence?: Fence;
  /** Lets batches of a tenant that wait at the same moment commit together. */
  shareCommits?: boolean;
}

export function openDatabase({
  fence,
  shareCommits: ownShared = false,
  ...options
}: DatabaseOptions): Database {
  const pool = openPool(options);
  const beginning = (role: Role, scope: Scope): Statement[] => [
    enterRole(role, scope),
    ...(fence ? [fence.statement] : []),
    ...enterViewer(scope),
  ];
  const fenced = async <Result>(
    tenantId: string,
    work: (client: pg.PoolClient) => Promise<Result>,
  ) => {
    try {
      return await withClient(pool, tenantId, work);
    } catch (error) {
      if (isLeaseLost(error)) fence?.onLost(error);
      throw error;
    }
  };
  const batch = (role: Role, scope: Scope, statements: readonly Statement<unknown>[]) =>
    fenced(scope.tenantId, async (client) => {
      const first = beginning(role, scope);
      const results = await sendBatch(client, [...first, ...statements]);
      return results.slice(first.length).map(({ rows }) => rows);
    });
  const alone = ({ statements, ...scope }: TenantBatch) => batch('ecp_tenant', scope, statements);
  const together = (batches: readonly TenantBatch[]) =>
    fenced(batches[0]?.tenantId ?? '', async (client) => {
      const several = batches[0]?.tenantId !== batches.at(-1)?.tenantId;
      const first = [
        ...beginning('ecp_tenant', system),
        waitBriefly,
        ...(several ? [checkAtOnce] : []),
      ];
      const entries = batches.map((one) => [enterTenant(one), ...enterViewer(one)]);
      const parts = batches.map(({ statements }, index) => [
        ...(entries[index] ?? []),
        ...statements,
      ]);
      const results = (await sendBatch(client, [...first, ...parts.flat()])).slice(first.length);
      return parts.map(({ length }, index) =>
        results
          .splice(0, length)
          .slice(entries[index]?.length)
          .map(({ rows }) => rows),
      );
    });
  const share = shareCommits({ together, alone }, () => '');
  const sendOwn = ownShared ? shareCommits({ together, alone }, (tenantId) => tenantId) : alone;
  const transact = <Result>(role: Role, scope: Scope, work: (tx: Transaction) => Promise<Result>) =>
    fenced(scope.tenantId, (client) => runTransaction(client, beginning(role, scope), work));
  const seenBy = (viewer: Viewer): Database => ({
    pool,
    viewer,
    seenBy,
    withTenant: (tenantId, work) => transact('ecp_tenant', { tenantId, viewer }, work),
    withSystem: (work) => transact('ecp_system', system, work),
    batchTenant: <Rows extends readonly unknown[]>(
      tenantId: string,
      statements: Statements<Rows>,
      options?: { shareCommit: boolean },
    ) =>
      (options?.shareCommit ? share : sendOwn)({ tenantId, viewer, statements }) as Promise<
        RowsOf<Rows>
      >,
    batchSystem: <Rows extends readonly unknown[]>(statements: Statements<Rows>) =>
      batch('ecp_system', system, statements) as Promise<RowsOf<Rows>>,
    close: () => pool.end(),
  });
  return seenBy('*');
}

/** The tenant of a transaction, empty for none, and its viewer. */
type Scope = Pick<TenantBatch, 'tenantId' | 'viewer'>;

const system: Scope = { tenantId: '', viewer: '*' };

/**
 * Enters a role and a tenant until the transaction ends. Only `enterViewer` lets a person or an
 * engagement see.
 */
const enterRole = (role: Role, { tenantId, viewer }: Scope): Statement => ({
  name: 'enter_role',
  text: `select set_config('role', $1, true), set_config('app.tenant_id', $2, true), set_config('app.viewer', $3, true)`,
  values: [role, tenantId, viewer === '*' ? '*' : ''],
});

/** Enters the next tenant of a transaction that several share. */
const enterTenant = ({ tenantId, viewer }: Scope): Statement => ({
  name: 'enter_tenant',
  text: `select set_config('app.tenant_id', $1, true), set_config('app.viewer', $2, true)`,
  values: [tenantId, viewer === '*' ? '*' : ''],
});

/** Enters a viewer other than the service itself, once the tenant is entered. */
const enterViewer = ({ viewer }: Scope): Statement[] =>
  viewer === '*'
    ? []
    : [{ name: 'enter_viewer', text: 'select platform.enter_viewer($1)', values: [viewer] }];

/** A held row does not stop the others of a shared transaction for longer. */
const waitBriefly: Statement = {
  name: 'wait_briefly',
  text: `select set_config('lock_timeout', '100ms', true)`,
};

/**
 * Runs deferred triggers at once, because those of the audit chain need the tenant that is entered.
 */
const checkAtOnce: Statement = { name: 'check_at_once', text: 'set constraints all immediate' };

/**
 * Runs `work` between `begin`, with the statements of `beginning`, and `commit`. An error rolls it
 * back.
 */
async function runTransaction<Result>(
  client: pg.PoolClient,
  beginning: Statement[],
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  try {
    await send(client, [{ text: 'begin' }, ...beginning]);
    const result = await work({
      async query<Row>(statement: Statement<Row>) {
        const [answer] = await send(client, [statement]);
        return { rows: (answer?.rows ?? []) as Row[], rowCount: answer?.rowCount ?? 0 };
      },
    });
    const { command } = await client.query('commit');
    // Postgres answers the commit of a transaction with a failed statement by a rollback, without
    // an error.
    if (command !== 'COMMIT')
      throw new Error('The transaction was rolled back: a failed statement was swallowed');
    return result;
  } catch (error) {
    // A rollback that fails means that the connection is gone, and the transaction with it.
    await client
      .query('rollback')
      .catch((rollbackError: Error) => client.emit('error', rollbackError));
    throw error;
  }
}

const hasCode = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code !== undefined;

/**
 * Borrows a connection. A failure to make one, such as of TLS or a login, is the database's, not
 * the work's.
 */
async function connect(pool: pg.Pool, tenantId: string): Promise<pg.PoolClient> {
  try {
    return await runAsTenant(tenantId, () => pool.connect());
  } catch (error) {
    if (pool.ending || classifyDatabaseError(error) === 'unavailable') throw error;
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
    // Once the connection is lost, pg rejects with the error of the socket, or with errors that
    // have no code.
    const isLoss = broken !== undefined && (error === broken || !hasCode(error));
    throw isLoss && !(error instanceof pg.DatabaseError)
      ? new DatabaseUnavailableError(error)
      : error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}
