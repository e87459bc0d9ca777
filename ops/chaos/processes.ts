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

/** A service holds a pipe for the errors of a child, one for its jobs and one for the outcomes. */
const descriptorsOfChild = 3;

/** The resources that a service holds. */
export interface Usage {
  /** Open files and sockets of its own process, without those for its children. */
  descriptors: number;
  /** Its own process and its children. */
  processes: number;
}

/**
 * Reads what a process holds, and the number of processes in its session. Throws if the process has
 * ended.
 */
export async function readUsage(pid: number): Promise<Usage> {
  const [descriptors, processes] = await Promise.all([
    readdir(`/proc/${pid}/fd`),
    listSessions([pid]),
  ]);
  return {
    descriptors: descriptors.length - descriptorsOfChild * (processes.length - 1),
    processes: processes.length,
  };
}

/** Sends a signal to a process. Returns false if the process has ended. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    return false;
  }
}
