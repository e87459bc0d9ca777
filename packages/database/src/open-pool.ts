import pg from 'pg';
import type { Fence } from './executor-lease.ts';
import { FairPool } from './fair-pool.ts';
import { keptAlive, limitSilence } from './limit-silence.ts';
import { ReservingPool } from './reserving-pool.ts';

/** Time after which a hanging statement or transaction ends and releases its connection and locks. */
const stuckLimitMs = 60_000;

const stuckLimits = { statement_timeout: stuckLimitMs, idle_in_transaction_session_timeout: stuckLimitMs };

/** Clients of poolers. Consecutive transactions of one may be on different connections, which know no names of it. */
const pooledClients = new WeakSet<pg.ClientBase>();

/** True for a client of a pooler. Its statements must have no names. */
export const isPooled = (client: pg.ClientBase): boolean => pooledClients.has(client);

/** Settings of `openDatabase`. Each but `url` has a default. */
export interface DatabaseOptions {
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
}

/** Opens the connections of a database. Reads bigint and numeric values as numbers, because all of ours stay below 2^53. */
export function openPool({ url, pooled = false, fair = false, reserved = 0, ...options }: DatabaseOptions): pg.Pool {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  types.setTypeParser(pg.types.builtins.NUMERIC, Number);
  const settings = {
    connectionString: url,
    max: options.maxConnections ?? 20,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 10_000,
    ...keptAlive,
    ...(pooled ? {} : stuckLimits),
    application_name: options.applicationName,
    types,
  };
  const Pool = fair ? FairPool : pg.Pool;
  const pool = reserved > 0 ? new ReservingPool(settings, reserved) : new Pool(settings);
  limitSilence(pool);
  if (pooled) pool.on('connect', (client) => pooledClients.add(client));
  // The pool replaces an idle connection that breaks. Its error would end the process if nobody listened for it.
  pool.on('error', (error) => options.onPoolError?.(error));
  return pool;
}
