import { readdir, readFile } from 'node:fs/promises';

/**
 * Lists the processes of sessions that have not ended, by number and command: services and all that
 * they have started. Reads /proc.
 */
export async function listSessions(sessions: readonly number[]): Promise<string[]> {
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    // The program's name is in parentheses and may contain spaces.
    const text = await readIfThere(`/proc/${pid}/stat`);
    const [state, , , session] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || !sessions.includes(Number(session))) continue;
    const command = await readIfThere(`/proc/${pid}/cmdline`);
    found.push(`${pid} ${command.replaceAll('\0', ' ')}`);
  }
  return found;
}

/** A process may end in between. */
const readIfThere = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');
