import { randomBytes } from 'node:crypto';
import { chmod, cp, lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { PostgresBinaries } from './locate-binaries.ts';
import { runCommand, type ServerUser } from './run-command.ts';

/** Folder for binaries and data that the server's user could not reach otherwise. Only root uses it. */
export const sharedServerFilesDir =
  process.platform === 'darwin'
    ? '/usr/local/var/engagement-consulting-platform'
    : '/var/lib/engagement-consulting-platform';

/**
 * Returns a `bin` folder from which `user` can run Postgres: the installed one or, if the user cannot enter its
 * folder, a copy under `placesDir`, made once per version.
 * @throws EmbeddedPostgresError if the copy does not run either.
 */
export async function prepareBinaries(
  binaries: PostgresBinaries,
  user: ServerUser | undefined,
  log: (line: string) => void,
  placesDir: string = sharedServerFilesDir,
): Promise<string> {
  const installed = join(binaries.nativeDir, 'bin');
  if (user === undefined || (await canRun(installed, user))) return installed;
  const place = join(placesDir, `postgres-${binaries.version}`);
  const bin = join(place, 'bin');
  if (await canRun(bin, user)) return bin;
  await copyBinaries(binaries.nativeDir, place);
  await runVersion(bin, user);
  log(`Copied the Postgres binaries to ${place}, because the database user cannot enter their folder`);
  return bin;
}

async function canRun(binDir: string, user: ServerUser): Promise<boolean> {
  try {
    await runVersion(binDir, user);
    return true;
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) return false;
    throw error;
  }
}

function runVersion(binDir: string, user: ServerUser): Promise<string> {
  return runCommand(join(binDir, 'postgres'), ['--version'], { user, timeoutMs: 20_000 });
}

/** Copies under another name and renames, so that a place is either complete or absent, also with several copiers. */
async function copyBinaries(nativeDir: string, place: string): Promise<void> {
  const copy = `${place}.copying-${randomBytes(6).toString('hex')}`;
  try {
    await makeOpenDirectory(join(place, '..'));
    const needed = (path: string): boolean => !path.endsWith('.a');
    await cp(nativeDir, copy, { recursive: true, verbatimSymlinks: true, filter: needed });
    await openModes(copy);
    await rename(copy, place).catch(ignoreOccupied);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** Makes a folder that every user may enter, whatever the umask. */
export async function makeOpenDirectory(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o755 });
  if (first !== undefined) await chmod(path, 0o755);
}

/** Opens the modes of files, because an install under a tight umask leaves files that only root can read. */
async function openModes(dir: string): Promise<void> {
  await chmod(dir, 0o755);
  for (const entry of await readdir(dir, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    if (entry.isFile()) await chmod(path, ((await lstat(path)).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}

function ignoreOccupied(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
}
