import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const lookIntervalMs = 500;

/**
 * Calls `onGone` when the npm that runs this program, or the shell between them, has ended without passing on a signal:
 * npm sends SIGTERM only to its shell, and kill -9 reaches no other process. Does nothing when npm did not start the
 * program.
 */
export async function watchParentProcess(environment: NodeJS.ProcessEnv, onGone: () => void): Promise<void> {
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

/** Returns undefined when the system has no `ps` or the process has just ended. */
async function findParent(pid: number): Promise<number | undefined> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'ppid=', '-p', String(pid)]);
    const parent = Number(stdout);
    return parent > 1 ? parent : undefined;
  } catch {
    return undefined; // only the shell is watched
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
