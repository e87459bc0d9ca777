import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readlinkSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Tells what a folder is for: copies of files to read, the probe of the isolation, or files that a
 * child writes.
 */
type FolderUse = 'read' | 'probe' | 'scratch';

const beginning = /^ecp-(?:read|probe|scratch)-/;
/** Longer than any folder is in use, except for scratch files. */
const longestLifeMs = 24 * 3_600_000;
/** Identifies the scope in which process ids are unique: a machine, or a container on it. */
const place = createHash('sha256')
  .update(`${hostname()} ${processNamespace()}`)
  .digest('hex')
  .slice(0, 8);
/** Distinguishes this process from an earlier one with the same id. */
const life = randomBytes(4).toString('hex');

/** Makes a temporary folder of this process, and returns its path. The caller deletes it. */
export function makeProcessFolder(use: FolderUse, parent: string = tmpdir()): string {
  return mkdtempSync(join(parent, `ecp-${use}-${place}-${process.pid}-${life}-`));
}

/**
 * Deletes the folders of dead processes at once, and others after a day, except living processes'
 * scratch here.
 */
export async function purgeProcessFolders(now: Date, parent: string = tmpdir()): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!beginning.test(name)) continue;
    const path = join(parent, name);
    const found = await lstat(path).catch(() => null);
    if (!found?.isDirectory() || !isOurs(found.uid)) continue;
    const [, use, itsPlace, pid, itsLife] = name.split('-');
    const isHere = itsPlace === place && itsLife !== undefined;
    const isOld = now.getTime() - found.mtimeMs > longestLifeMs;
    // A living process may have the id of a dead one; a child writes to its scratch folder as long
    // as it lives.
    const isAbandoned = isHere
      ? isDead(Number(pid), itsLife) || (isOld && use !== 'scratch')
      : isOld;
    if (isAbandoned) await rm(path, { recursive: true, force: true });
  }
}

/** Root gives the folders for scratch files to the users of its children. */
function isOurs(uid: number): boolean {
  const own = process.getuid?.() ?? uid;
  return own === uid || own === 0;
}

/** In a container the next process gets the process id of the one before. */
const isDead = (pid: number, itsLife: string): boolean =>
  pid === process.pid ? itsLife !== life : !isAlive(pid);

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
