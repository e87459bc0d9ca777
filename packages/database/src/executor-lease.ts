import { readFile, readlink } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { sendBatch } from './batch.ts';
import { createId } from './create-id.ts';
import type { Statement } from './statement.ts';

/** A service whose processes execute durable work. */
export type LeasedService = 'engine' | 'platform';

/** Interval between two renewals. */
const beatMs = 3_000;
/** Limit of one renewal, so that a connection that hangs is replaced. */
const beatLimitMs = 2_000;
/** Limit of taking a lease. A start may wait for a busy database, as its migrations do. */
const takeLimitMs = 30_000;
/** Time that a lease lasts after a renewal, by the clock of the database. */
const leaseSeconds = 10;
/** Age of the last renewal up to which a process trusts its lease. Less than the lease lasts. */
const trustMs = 8_000;
/**
 * Time after an outage in which every living process has renewed its lease: one failure, the
 * interval, one success.
 */
const recoveryMs = beatLimitMs + beatMs + beatLimitMs;

/** SQLSTATE of `platform.confirm_lease` after another process has taken over. */
const leaseLostState = 'EL002';

/**
 * Ties transactions to the lease of their executor. `openDatabase` begins each of them with the
 * statement.
 */
export interface Fence {
  statement: Statement;
  /** Receives the error of a transaction that the lease's loss ended. */
  onLost(error: Error): void;
}

/** The ownership of durable work by this process (docs/decisions/ownership-by-lease.md). */
export interface ExecutorLease {
  /**
   * Id of this process as the owner of its work. No other process, nor a later life of it, has the
   * same.
   */
  executorId: string;
  identity: ProcessIdentity;
  fence: Fence;
  /** Tells whether the lease was renewed within the last 8 s. Reads memory only. */
  leaseHeld(): boolean;
  /**
   * Tells whether an expired lease may count as dead: not during an outage of the database, nor 7 s
   * after it or the own start, as leases of the living expire too.
   */
  mayJudge(): boolean;
  /** Settles when another process has taken over. This one must end. */
  lost: Promise<Error>;
  /** Lets the lease expire at once, so that others take over what is left. */
  release(): Promise<void>;
}

/** The log of what a lease meets. */
interface LeaseLog {
  warn(details: object, message: string): void;
  info(details: object, message: string): void;
}

/**
 * Takes a lease and renews it every 3 s. During an outage of the database a failure loses nothing.
 */
export async function takeLease(
  url: string,
  service: LeasedService,
  log: LeaseLog,
): Promise<ExecutorLease> {
  const executorId = `${service}-${createId()}`;
  const identity = await readProcessIdentity();
  const connection = openBeatConnection(url, executorId);
  const { promise: lost, resolve: lose } = Promise.withResolvers<Error>();
  const ending = new AbortController();
  let renewedAtMs = performance.now();
  await connection.run(insertLease(executorId, service, identity), takeLimitMs);
  const beat = async () => {
    const begunAtMs = performance.now();
    if ((await connection.run(renewLease(executorId))) === 1) renewedAtMs = begunAtMs;
    else lose(new Error('Another process has taken over the work of this one'));
  };
  // An outage may have ended just before the start.
  let judgesFromMs = performance.now() + recoveryMs;
  const beating = repeatBeat(beat, ending.signal, log, (failed) => {
    judgesFromMs = failed ? Number.POSITIVE_INFINITY : performance.now() + recoveryMs;
  });
  return {
    executorId,
    identity,
    fence: { statement: confirmLease(executorId), onLost: lose },
    leaseHeld: () => performance.now() - renewedAtMs < trustMs,
    mayJudge: () => performance.now() >= judgesFromMs,
    lost,
    async release() {
      ending.abort();
      await beating;
      // A lease that cannot be ended now expires soon.
      await connection.run(expireLease(executorId)).catch((error: unknown) => {
        log.warn({ err: error }, 'The lease could not be ended and will expire');
      });
      await connection.close();
    },
  };
}

/** True for the error of a transaction whose executor has lost its lease. */
export function isLeaseLost(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code === leaseLostState;
}

/**
 * Beats until `ending`. It logs and reports only the first of several failures, and the success
 * after them.
 */
async function repeatBeat(
  beat: () => Promise<void>,
  ending: AbortSignal,
  log: LeaseLog,
  onChange: (failed: boolean) => void,
): Promise<void> {
  let failed = false;
  while (!ending.aborted) {
    await delay(beatMs, undefined, { signal: ending, ref: false }).catch(() => undefined);
    if (ending.aborted) return;
    try {
      await beat();
      if (!failed) continue;
      failed = false;
      onChange(failed);
      log.info({}, 'The lease of this process is renewed again');
    } catch (error) {
      if (failed) continue;
      failed = true;
      onChange(failed);
      log.warn({ err: error }, 'The lease of this process could not be renewed; it tries again');
    }
  }
}

interface BeatConnection {
  /**
   * Executes a statement as the system role and returns the number of its rows. Throws after
   * `limitMs`.
   */
  run(statement: Statement, limitMs?: number): Promise<number>;
  close(): Promise<void>;
}

/**
 * Opens a connection of its own, so that no other work delays a beat. A failure or the time limit
 * replaces it.
 */
function openBeatConnection(url: string, executorId: string): BeatConnection {
  let open: pg.Client | undefined;
  const connect = async (limitMs: number) => {
    const client = new pg.Client({
      connectionString: url,
      pipeline: true,
      connectionTimeoutMillis: limitMs,
      application_name: executorId,
    });
    // A loss shows at the next beat. It would end the process if nobody listened for it.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const close = async () => {
    const client = open;
    open = undefined;
    // Ends a connection that hangs without waiting for an answer.
    await client?.end();
  };
  return {
    async run(statement, limitMs = beatLimitMs) {
      const limit = Promise.withResolvers<never>();
      const timer = setTimeout(
        () => limit.reject(new Error(`No answer within ${limitMs} ms`)),
        limitMs,
      );
      const work = async () => {
        open ??= await connect(limitMs);
        return (await sendBatch(open, [enterSystem, statement]))[1]?.rowCount ?? 0;
      };
      try {
        return await Promise.race([work(), limit.promise]);
      } catch (error) {
        await close();
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
    close,
  };
}

const enterSystem: Statement = { text: `select set_config('role', 'ecp_system', true)` };

const insertLease = (
  executorId: string,
  service: LeasedService,
  identity: ProcessIdentity,
): Statement => ({
  text: `insert into platform.executor_leases (executor_id, service, machine, pid, process_start, expires_at)
    values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
  values: [
    executorId,
    service,
    identity.machine,
    identity.pid,
    identity.processStart,
    leaseSeconds,
  ],
});

/** Renews an expired lease too: as long as the row is there, nobody has taken over. */
const renewLease = (executorId: string): Statement => ({
  text: `update platform.executor_leases set expires_at = now() + make_interval(secs => $2) where executor_id = $1`,
  values: [executorId, leaseSeconds],
});

const expireLease = (executorId: string): Statement => ({
  text: `update platform.executor_leases set expires_at = '-infinity' where executor_id = $1`,
  values: [executorId],
});

const confirmLease = (executorId: string): Statement => ({
  name: 'confirm_lease',
  text: 'select platform.confirm_lease($1)',
  values: [executorId],
});

/** Returns SQL that selects the processes of a service whose lease is alive. */
export const selectLiving = (service: LeasedService): string =>
  `select executor_id, started_at from platform.executor_leases
    where service = '${service}' and expires_at > now()`;

/** A process among all that use the database. */
export interface ProcessIdentity {
  /**
   * The run of a machine's system and the namespace of process ids in it. Null where the system
   * tells neither.
   */
  machine: string | null;
  pid: number;
  /** Start of the process in clock ticks, which tells it from a later one with the same id. */
  processStart: string | null;
}

/** Returns the identity of this process. Containers on one machine have namespaces of their own. */
export async function readProcessIdentity(): Promise<ProcessIdentity> {
  const { pid } = process;
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const namespace = await readlink('/proc/self/ns/pid');
    return { machine: `${boot.trim()} ${namespace}`, pid, processStart: await readStart(pid) };
  } catch (error) {
    if (isMissing(error)) return { machine: null, pid, processStart: null };
    throw error;
  }
}

/**
 * Returns true if a process of the same machine as `own` has certainly ended. `folder` is /proc,
 * except in tests.
 */
export async function hasEnded(
  own: ProcessIdentity,
  other: ProcessIdentity,
  folder = '/proc',
): Promise<boolean> {
  if (own.machine === null || other.machine !== own.machine) return false;
  try {
    return (await readStart(other.pid, folder)) !== other.processStart;
  } catch (error) {
    if (isMissing(error)) return !exists(other.pid);
    throw error;
  }
}

/**
 * Asks the system for a process, because /proc may hide those of other users (proc(5), hidepid).
 */
function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/**
 * Reads the start of a process. Null for one that has ended and that its parent has not asked for.
 */
async function readStart(pid: number, folder = '/proc'): Promise<string | null> {
  const stat = await readFile(`${folder}/${pid}/stat`, 'utf8');
  // The name of the program, in brackets, may contain anything. The state is field 3, the start
  // field 22 (proc(5)).
  const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' || state === 'X' ? null : (fields[18] ?? null);
}

/** True if there is no such process, no /proc, or one that hides the process. */
function isMissing(error: unknown): boolean {
  const codes = ['ENOENT', 'ESRCH', 'EACCES', 'EPERM'];
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
