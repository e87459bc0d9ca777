import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { keptAlive } from './pool.ts';

/** Key of the advisory lock that lets one process migrate at a time. */
const migrationLock = 7_305_118;
const tryIntervalMs = 250;
const tellIntervalMs = 10_000;
/** The holder shows this often that it lives. Postgres ends one that does not, whatever became of its network. */
const livingIntervalMs = 10_000;
const silenceLimit = '60s';

/** The longest wait in milliseconds, unless the caller chooses another. */
export const defaultLimitMs = 300_000;

/** How to wait for the lock, and for tables that a transaction uses. */
export interface MigrationWait {
  /** Called when the wait begins and every few seconds, with the process that holds the lock, if that is what it waits for. */
  warn?: (details: { holder: string | null; waitedMs: number }, message: string) => void;
  /** The longest wait in milliseconds; five minutes by default. */
  limitMs?: number;
}

/**
 * Runs `work` while no other process migrates. The durable queue makes its own tables when it is launched, without a
 * guard against a second process, so it must be launched in here, too. The lock belongs to a transaction, so that it
 * also works through a pooler in transaction mode. Throws after `limitMs`.
 */
export async function withMigrationLock<Result>(
  url: string,
  work: () => Promise<Result>,
  wait: MigrationWait = {},
): Promise<Result> {
  const client = await openMigrationClient(url);
  try {
    await acquire(client, wait);
    const living = setInterval(() => void client.query('select').catch(() => undefined), livingIntervalMs);
    const result = await work().finally(() => clearInterval(living));
    // Fails if the lock was lost, so that nobody relies on work that another process may have disturbed.
    await client.query('commit');
    return result;
  } finally {
    await client.end();
  }
}

/** Connects under a name that tells other processes whom they wait for. The caller ends the connection. */
export async function openMigrationClient(url: string): Promise<pg.Client> {
  const name = `migration by process ${process.pid} on ${hostname()}`;
  const settings = { connectionTimeoutMillis: 10_000, ...keptAlive, application_name: name };
  const client = new pg.Client({ connectionString: url, ...settings });
  // A lost connection fails the next statement. It would end the process if nobody listened for the error.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function acquire(client: pg.Client, { warn, limitMs = defaultLimitMs }: MigrationWait): Promise<void> {
  const startedMs = performance.now();
  for (let toldMs = -Infinity; ; await delay(tryIntervalMs)) {
    await client.query('begin');
    await client.query(`select set_config('idle_in_transaction_session_timeout', $1, true)`, [silenceLimit]);
    const { rows } = await client.query<{ locked: boolean; holder: string | null }>(tryLock, [migrationLock]);
    if (rows[0]?.locked) {
      // Ends the portal of the statement, and with it a snapshot for which `create index concurrently` would wait.
      await client.query('select');
      return;
    }
    await client.query('rollback');
    const holder = rows[0]?.holder ?? null;
    const waitedMs = Math.round(performance.now() - startedMs);
    if (waitedMs - toldMs >= tellIntervalMs) {
      warn?.({ holder, waitedMs }, 'Waiting for another process that migrates the database');
      toldMs = waitedMs;
    }
    if (waitedMs >= limitMs) {
      throw new Error(
        `Another process has migrated the database for ${Math.round(waitedMs / 1000)} s (${holder ?? 'unknown'}); start again when it is done, or end it`,
      );
    }
  }
}

/** The name of the holder is null if it has just ended. */
const tryLock = `select pg_try_advisory_xact_lock($1) as locked, (
    select application_name from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted and classid = 0 and objid = $1::integer::oid and objsubid = 1
      and pg_locks.database = (select oid from pg_database where datname = current_database()) limit 1) as holder`;
