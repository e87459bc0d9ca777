import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const lookIntervalMs = 500;

/**
 * Calls `onGone` once when the npm that started this process, or its shell, has ended without
 * passing on a signal: npm signals only its shell, and kill -9 reaches no other process. Does
 * nothing in a process that npm has not started.
 */
export async function watchNpm(environment: NodeJS.ProcessEnv, onGone: () => void): Promise<void> {
  if (environment['npm_lifecycle_event'] === undefined) return;
  const shell = process.ppid;
  const npm = await findParent(shell);
  const timer = setInterval(() => {
    if (process.ppid === shell && (npm === undefined || isAlive(npm))) return;
    clearInterval(timer);
    onGone();
  }, lookIntervalMs);
  timer.unref();
}

/** Returns undefined when the process has just ended; then only the shell is watched. */
async function findParent(pid: number): Promise<number | undefined> {
  const parent = Number((await readStatOfLinux(pid)) ?? (await askPs(pid)));
  return parent > 1 ? parent : undefined;
}

/**
 * Reads the parent from /proc, which also a container without `ps` has. The name before it may have
 * any characters.
 */
async function readStatOfLinux(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
}

async function askPs(pid: number): Promise<string | undefined> {
  const answer = await promisify(execFile)('ps', ['-o', 'ppid=', '-p', String(pid)]).catch(
    () => undefined,
  );
  return answer?.stdout;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
