import { execFile } from 'node:child_process';
import { basename } from 'node:path';

/**
 * The system user for Postgres if this process is root, because Postgres refuses to run as root.
 */
export interface ServerUser {
  uid: number;
  gid: number;
}

/**
 * Environment of every child, without the caller's, so that PG* and PATH have no effect and
 * messages are English.
 */
export const childEnvironment: Readonly<Record<string, string>> = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin',
  LC_ALL: 'C',
  TZ: 'UTC',
};

/**
 * Runs a program without a shell and returns its output. Throws EmbeddedPostgresError, also after
 * `timeoutMs`.
 */
export function runCommand(
  file: string,
  commandArguments: readonly string[],
  options: { timeoutMs: number; user?: ServerUser | undefined },
): Promise<string> {
  const settings = {
    ...options.user,
    cwd: '/', // the caller's folder may be closed to the other user
    env: childEnvironment,
    timeout: options.timeoutMs,
    killSignal: 'SIGKILL',
    maxBuffer: 4 * 1024 * 1024,
  } as const;
  return new Promise((resolve, reject) => {
    execFile(file, commandArguments, settings, (error, stdout, stderr) => {
      if (error === null) {
        resolve(stdout);
        return;
      }
      const reason = error.killed
        ? `it did not end within ${options.timeoutMs / 1000} s`
        : findFailureReason(stderr) || error.message;
      reject(new EmbeddedPostgresError(`${basename(file)} failed: ${reason}`, { cause: error }));
    });
  });
}

const userName = process.platform === 'darwin' ? '_postgres' : 'postgres';
const timeoutMs = 20_000;

/** Finds or creates the system user for a server started by root. Throws EmbeddedPostgresError. */
export async function findServerUser(log: (line: string) => void): Promise<ServerUser> {
  const existing = await lookUpUser();
  if (existing !== undefined) return existing;
  const failure = await createUser();
  // Another process may have created it at the same time, so only its existence counts.
  const created = await lookUpUser();
  if (created === undefined) {
    const advice = 'start as an ordinary user, or set DATABASE_URL';
    throw new EmbeddedPostgresError(
      `Postgres does not run as root and the user ${userName} cannot be created (${failure}): ${advice}`,
    );
  }
  log(`Created the system user ${userName}, because Postgres does not run as root`);
  return created;
}

async function lookUpUser(): Promise<ServerUser | undefined> {
  try {
    const uid = Number(await runCommand('id', ['-u', userName], { timeoutMs }));
    const gid = Number(await runCommand('id', ['-g', userName], { timeoutMs }));
    return { uid, gid };
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) return undefined; // `id` fails for an unknown user
    throw error;
  }
}

/** Returns the reason of a failure, or '' on success. */
async function createUser(): Promise<string> {
  const home = ['--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin'];
  try {
    await runCommand('groupadd', ['--system', '--force', userName], { timeoutMs });
    await runCommand('useradd', ['--system', '--gid', userName, ...home, userName], { timeoutMs });
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * The embedded database cannot be used; `message` is one line with what to do, printed without a
 * stack.
 */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/**
 * Turns any failure of the database under `dataDir` into the error to show, with `error` as its
 * cause.
 */
export function toEmbeddedPostgresError(error: unknown, dataDir: string): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new EmbeddedPostgresError(
    `The embedded database in ${dataDir} cannot be used: ${reason}`,
    { cause: error },
  );
}

/**
 * Finds the line that names a failure in a Postgres program's output, with its hint; '' if there is
 * none.
 */
export function findFailureReason(output: string): string {
  const lines = output.split('\n').map((line) => line.trim());
  const failure =
    lines.findLast((line) => /\b(FATAL|PANIC):/.test(line)) ??
    lines.find((line) => /\berror:/i.test(line)) ??
    lines.findLast((line) => line !== '');
  if (failure === undefined) return '';
  const hint = lines.slice(lines.indexOf(failure) + 1).find((line) => /\b(HINT|hint):/.test(line));
  return [failure, hint]
    .filter((line) => line !== undefined)
    .map((line) => line.replace(/^.*?\b(FATAL|PANIC|ERROR|error|HINT|hint):\s*/, ''))
    .join(' ');
}
