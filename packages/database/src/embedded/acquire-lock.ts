import { DatabaseSync } from 'node:sqlite';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** A held lock. `release` frees it, and so does any end of the process. */
export interface ProcessLock {
  release(): void;
}

const sqliteBusy = 5;

/**
 * Locks the file at `path` for this process, or returns undefined if a living process (or another holder in this one)
 * has it. SQLite's exclusive transaction is the only kernel file lock that Node ships, so no stale lock can remain.
 * @throws EmbeddedPostgresError if the file cannot be opened.
 */
export function acquireLock(path: string): ProcessLock | undefined {
  let database: DatabaseSync | undefined;
  try {
    const held = new DatabaseSync(path, { timeout: 0 });
    database = held;
    held.exec('BEGIN EXCLUSIVE');
    return { release: () => held.close() };
  } catch (error) {
    database?.close();
    if (isBusy(error)) return undefined;
    const reason = error instanceof Error ? error.message : String(error);
    const advice = 'it may belong to another user, or the disk may be full or read-only';
    throw new EmbeddedPostgresError(`Cannot lock ${path} (${reason}): ${advice}`, { cause: error });
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}
