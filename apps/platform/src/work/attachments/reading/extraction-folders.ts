import { createHash, randomBytes } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

const beginning = 'ecp-read-';
/** Longer than any file waits for its reader. */
const longestLifeMs = 24 * 3_600_000;
/** Where process numbers mean the same: a machine, or a container on it. */
const place = createHash('sha256').update(`${hostname()} ${processNamespace()}`).digest('hex').slice(0, 8);
/** Tells this process from an earlier one of the same number. */
const life = randomBytes(4).toString('hex');

/** Makes a folder for the copy of a file that is to be read; whoever makes it deletes it. Returns its path. */
export async function makeExtractionFolder(parent: string = tmpdir()): Promise<string> {
  return mkdtemp(join(parent, `${beginning}${place}-${process.pid}-${life}-`));
}

/**
 * Deletes the folders of processes that died: at once where it can be told, of other machines after a day. Those of
 * living processes stay.
 */
export async function purgeExtractionFolders(now: Date, parent: string = tmpdir()): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(beginning)) continue;
    const path = join(parent, name);
    const found = await lstat(path).catch(() => null);
    if (!found?.isDirectory() || found.uid !== (process.getuid?.() ?? found.uid)) continue;
    const isOld = now.getTime() - found.mtimeMs > longestLifeMs;
    if (isOld || isOfDeadProcess(name.slice(beginning.length))) await rm(path, { recursive: true, force: true });
  }
}

function isOfDeadProcess(rest: string): boolean {
  const [itsPlace, pid, itsLife] = rest.split('-');
  if (itsPlace !== place || itsLife === undefined) return false;
  return Number(pid) === process.pid ? itsLife !== life : !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Empty where the system has no such thing. */
function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
