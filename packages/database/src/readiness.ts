import type pg from 'pg';
import { countMigrations } from './migrate.ts';

/** Tells whether a process can serve now, and what is missing otherwise. */
interface Readiness {
  ready: boolean;
  /** The process serves. False from the beginning of its close. */
  open: boolean;
  /** The database answers within a second and takes writes. */
  database: boolean;
  /**
   * The process has renewed the lease on its durable work, which is a write, within the last 8
   * seconds.
   */
  lease: boolean;
  /** The database has every migration of this release. */
  migrations: boolean;
}

interface ReadinessCheck {
  /** Looks at most once a second. Does not throw. */
  read(): Promise<Readiness>;
  /** Makes the process unready for good. */
  close(): void;
}

const freshMs = 1_000;
const limitMs = 1_000;

type Looked = Pick<Readiness, 'database' | 'migrations'>;
const nothing: Looked = { database: false, migrations: false };

/** Opens the check of a process that uses `pool`. */
export function openReadinessCheck(pool: pg.Pool, leaseHeld: () => boolean): ReadinessCheck {
  let open = true;
  let asking: Promise<Looked> | undefined;
  let latest: Promise<Looked> | undefined;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  const ask = async (): Promise<Looked> => {
    try {
      return await look(pool);
    } catch {
      return nothing; // the state of the database is the answer; who uses it logs why
    } finally {
      asking = undefined;
    }
  };
  const lookSoon = (): Promise<Looked> => {
    if (latest && performance.now() - askedAtMs < freshMs) return latest;
    askedAtMs = performance.now();
    // A question that hangs is not asked again, so that it takes one connection at most.
    asking ??= ask();
    latest = orNothing(asking);
    return latest;
  };
  return {
    async read() {
      const { database, migrations } = await lookSoon();
      const lease = leaseHeld();
      return { ready: open && database && lease && migrations, open, database, lease, migrations };
    },
    close() {
      open = false;
    },
  };
}

async function look(pool: pg.Pool): Promise<Looked> {
  const { rows } = await pool.query<{ writable: boolean; applied: number }>(
    `select current_setting('transaction_read_only') = 'off' as writable,
      (select count(*)::integer from public.schema_migrations) as applied`,
  );
  const [row] = rows;
  if (!row) return nothing;
  return { database: row.writable, migrations: row.applied >= (await countMigrations()) };
}

function orNothing(looking: Promise<Looked>): Promise<Looked> {
  const { promise, resolve } = Promise.withResolvers<Looked>();
  const limit = setTimeout(() => resolve(nothing), limitMs);
  void looking.then(resolve).finally(() => clearTimeout(limit));
  return promise;
}
