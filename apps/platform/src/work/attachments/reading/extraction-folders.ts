import { createHash, randomBytes } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

const beginning = 'ecp-read-';
/** Longer than any extraction takes. */
const longestLifeMs = 24 * 3_600_000;
/** Identifies the scope in which process ids are unique: a machine, or a container on it. */
const place = createHash('sha256').update(`${hostname()} ${processNamespace()}`).digest('hex').slice(0, 8);
/** Distinguishes this process from an earlier one with the same id. */
const life = randomBytes(4).toString('hex');

/** Makes a folder for the copy of a file to read, and returns its path. The caller deletes it. */
export async function makeExtractionFolder(parent: string = tmpdir()): Promise<string> {
  return mkdtemp(join(parent, `${beginning}${place}-${process.pid}-${life}-`));
}

/**
 * Deletes the folders of dead processes: at once on this machine, after a day for folders of other machines. Folders of
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

/** Returns an empty text on systems without process namespaces. */
function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
