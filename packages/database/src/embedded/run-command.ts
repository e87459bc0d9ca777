import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { EmbeddedPostgresError, findFailureReason } from './embedded-postgres-error.ts';

/** The system user that Postgres runs as when this process is root, which Postgres refuses. */
export interface ServerUser {
  uid: number;
  gid: number;
}

/**
 * Environment of every child: nothing of the caller's, so that neither its PG* variables nor a program that it has earlier in
 * its PATH steers the server, and messages stay English. What is run lies in the system's folders, or is given with its path.
 */
export const childEnvironment: Readonly<Record<string, string>> = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin',
  LC_ALL: 'C',
  TZ: 'UTC',
};

/**
 * Runs a program without a shell, as `user` when given, and returns its standard output.
 * @throws EmbeddedPostgresError when it cannot be started, fails, or takes longer than `timeoutMs` (then it is killed).
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
        ? `no end after ${options.timeoutMs / 1000} s`
        : findFailureReason(stderr) || error.message;
      reject(new EmbeddedPostgresError(`${basename(file)} failed: ${reason}`, { cause: error }));
    });
  });
}
