import { readdir, readFile } from 'node:fs/promises';

/** A process of a session. */
export interface SessionProcess {
  pid: number;
  /** Name of the program, at most 15 characters. */
  name: string;
}

/** Lists the processes of sessions that have not ended: services and all that they have started. Reads /proc. */
export async function listSessions(sessions: readonly number[]): Promise<SessionProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = pids.map(async (pid): Promise<SessionProcess[]> => {
    // A process may end in between.
    const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const [, name = '', rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(text) ?? [];
    const [state, , , session] = rest.split(' ');
    return sessions.includes(Number(session)) && state !== 'Z' ? [{ pid: Number(pid), name }] : [];
  });
  return (await Promise.all(found)).flat();
}
