import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';

/** A process of a session. */
interface SessionProcess {
  pid: number;
  /** Name of its program: the script that Node executes, or the file. */
  name: string;
}

/**
 * Lists the processes of sessions that have not ended: services and all that they have started.
 * Reads /proc.
 */
export async function listSessions(sessions: readonly number[]): Promise<SessionProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = pids.map(async (pid): Promise<SessionProcess[]> => {
    const text = await readIfThere(`/proc/${pid}/stat`);
    const [, threadName = '', rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(text) ?? [];
    const [state, , , session] = rest.split(' ');
    if (!sessions.includes(Number(session)) || state === 'Z') return [];
    return [
      {
        pid: Number(pid),
        name: nameProgram(await readIfThere(`/proc/${pid}/cmdline`)) ?? threadName,
      },
    ];
  });
  return (await Promise.all(found)).flat();
}

/** Names a program by its script, because Node calls its first thread `MainThread`. */
function nameProgram(commandLine: string): string | undefined {
  const [program = '', ...given] = commandLine.split('\0');
  const script = given.find((argument) => /\.[cm]?[jt]s$/.test(argument));
  return basename(script ?? program) || undefined;
}

/** A process may end in between. */
const readIfThere = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

/** Sends a signal to a process. Returns false if the process has ended. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    return false;
  }
}
