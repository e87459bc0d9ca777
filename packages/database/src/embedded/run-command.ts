import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { EmbeddedPostgresError, findFailureReason } from './embedded-postgres-error.ts';

/** The system user for Postgres if this process is root, because Postgres refuses to run as root. */
export interface ServerUser {
  uid: number;
  gid: number;
}

/**
 * Environment of every child. It contains nothing of the caller's, so that its PG* variables and its PATH do not
 * affect the server, and messages stay English. Programs are in the system's folders or are given with their path.
 */
export const childEnvironment: Readonly<Record<string, string>> = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin',
  LC_ALL: 'C',
  TZ: 'UTC',
};

/**
 * Runs a program without a shell, as `user` if given, and returns its standard output.
 * @throws EmbeddedPostgresError if it cannot be started, fails, or takes longer than `timeoutMs` (then it is killed).
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
