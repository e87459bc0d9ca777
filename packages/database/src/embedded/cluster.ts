import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { makeOpenDirectory, sharedServerFilesDir } from './binaries.ts';
import { EmbeddedPostgresError, findServerUser, runCommand, type ServerUser } from './command.ts';

/**
 * Where the data directory is or will be made, and the user of the server (undefined: that of this
 * process).
 */
export interface ClusterLocation {
  /** Real path, without symlinks. */
  clusterDir: string;
  user: ServerUser | undefined;
}

/**
 * Finds the data directory of `<dataDir>/postgres`, a real path that may not exist. Throws
 * EmbeddedPostgresError for a broken symlink or another user's data.
 */
export async function findClusterDir(dataDir: string): Promise<string> {
  const path = join(dataDir, 'postgres');
  await finishMove(path);
  const isLink = (await statIfPresent(path, false))?.isSymbolicLink() ?? false;
  const target = isLink ? resolve(dataDir, await readlink(path)) : undefined;
  if (target !== undefined && (await statIfPresent(dirname(target))) === undefined) {
    const advice = `restore ${dirname(target)}, or remove ${path} to start with an empty database`;
    throw new EmbeddedPostgresError(`The database folder ${target} is missing: ${advice}`);
  }
  const clusterDir =
    target === undefined ? path : join(await realpath(dirname(target)), basename(target));
  const ownUid = process.getuid?.() ?? 0;
  const owner = (await statIfPresent(clusterDir))?.uid;
  if (ownUid !== 0 && owner !== undefined && owner !== ownUid)
    throw belongsToOtherUser(clusterDir, owner);
  return clusterDir;
}

/**
 * Chooses the server's user and gives it the data directory. For root, one in a closed folder moves
 * to /var/lib, with a symlink in its place. The server must not run.
 */
export async function prepareClusterDir(
  dataDir: string,
  clusterDir: string,
  log: (line: string) => void,
): Promise<ClusterLocation> {
  const present = await statIfPresent(clusterDir);
  if ((process.getuid?.() ?? 0) !== 0) {
    if (present !== undefined) await chmod(clusterDir, 0o700);
    return { clusterDir, user: undefined };
  }
  const user =
    present !== undefined && present.uid !== 0
      ? { uid: present.uid, gid: present.gid }
      : await findServerUser(log);
  const inPlace = clusterDir === join(dataDir, 'postgres');
  const placed =
    inPlace && !(await canServeFrom(dataDir, user)) ? await moveOut(dataDir, log) : clusterDir;
  if (present !== undefined) {
    // A copy or a restored backup made by root belongs to root, but Postgres requires its own user
    // and mode 0700.
    if (present.uid === 0)
      await runCommand('chown', ['-R', `${user.uid}:${user.gid}`, placed], { timeoutMs: 60_000 });
    await chmod(placed, 0o700);
  }
  return { clusterDir: placed, user };
}

/**
 * Tests whether the user can own and enter a folder here (closed parents, access lists, odd file
 * systems).
 */
async function canServeFrom(dataDir: string, user: ServerUser): Promise<boolean> {
  const probe = join(dataDir, `postgres.probe-${randomBytes(6).toString('hex')}`);
  await mkdir(probe, { mode: 0o700 });
  try {
    await chown(probe, user.uid, user.gid);
    await runCommand('test', ['-w', probe], { user, timeoutMs: 10_000 });
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (error instanceof EmbeddedPostgresError || code === 'EPERM' || code === 'EINVAL')
      return false;
    throw error;
  } finally {
    await rm(probe, { recursive: true, force: true });
  }
}

/** Makes a place under /var/lib, moves any data there, and leaves a symlink. */
async function moveOut(dataDir: string, log: (line: string) => void): Promise<string> {
  const path = join(dataDir, 'postgres');
  const place = join(sharedServerFilesDir, randomBytes(6).toString('hex'));
  const target = join(place, 'postgres');
  await makeOpenDirectory(sharedServerFilesDir);
  await makeOpenDirectory(place);
  if ((await statIfPresent(path, false)) === undefined) {
    await symlink(target, path);
  } else {
    const moved = `${path}.moved`;
    await cp(path, target, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    const owner = await stat(path);
    await runCommand('chown', ['-R', `${owner.uid}:${owner.gid}`, target], { timeoutMs: 60_000 });
    await rename(path, moved);
    await symlink(target, path);
    await rm(moved, { recursive: true, force: true });
  }
  log(
    `The database files are in ${target} (${path} points there): the user of Postgres cannot enter ${dataDir}`,
  );
  return target;
}

/**
 * Finishes an interrupted move. If the symlink exists the copy is complete, else the old folder
 * still has the data.
 */
async function finishMove(path: string): Promise<void> {
  const moved = `${path}.moved`;
  if ((await statIfPresent(moved)) === undefined) return;
  if ((await statIfPresent(path, false)) === undefined) await rename(moved, path);
  else await rm(moved, { recursive: true, force: true });
}

function belongsToOtherUser(clusterDir: string, uid: number): EmbeddedPostgresError {
  const advice =
    'start as the same user as before, or move the folder away to start with an empty database';
  return new EmbeddedPostgresError(
    `The database in ${clusterDir} belongs to user id ${uid}: ${advice}`,
  );
}

async function statIfPresent(path: string, followLinks = true): Promise<Stats | undefined> {
  try {
    return await (followLinks ? stat(path) : lstat(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const passwordFileName = 'superuser-password';

/**
 * Makes the data directory by initdb, under another name until complete, and removes leftovers.
 * `durable` false skips the sync. Throws EmbeddedPostgresError, also for data of another major
 * version.
 */
export async function initializeCluster(
  place: ClusterLocation,
  options: { binDir: string; majorVersion: number; durable: boolean; log: (line: string) => void },
): Promise<void> {
  await removeUnfinished(dirname(place.clusterDir));
  if (await isPresent(join(place.clusterDir, 'global', 'pg_control'))) {
    await checkMajorVersion(place.clusterDir, options.majorVersion);
    return;
  }
  if (await isPresent(place.clusterDir)) await setAside(place.clusterDir, options.log);
  await buildCluster(place, options.binDir, options.durable);
}

/**
 * Reads the superuser's password. Its file is inside the data directory, so that the two stay
 * together.
 */
export async function readSuperuserPassword(clusterDir: string): Promise<string> {
  const path = join(clusterDir, passwordFileName);
  if (!(await isPresent(path))) {
    const advice = `restore it, or move ${clusterDir} away to start with an empty database`;
    throw new EmbeddedPostgresError(
      `The password file ${path} of the embedded database is missing: ${advice}`,
    );
  }
  return (await readFile(path, 'utf8')).trim();
}

async function buildCluster(
  place: ClusterLocation,
  binDir: string,
  durable: boolean,
): Promise<void> {
  const work = join(dirname(place.clusterDir), `postgres.init-${randomBytes(6).toString('hex')}`);
  const data = join(work, 'data');
  const passwordFile = join(work, passwordFileName);
  try {
    await mkdir(work, { mode: 0o700 });
    await writeFile(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
    if (place.user !== undefined) {
      await chown(work, place.user.uid, place.user.gid);
      await chown(passwordFile, place.user.uid, place.user.gid);
    }
    const locale = [
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ];
    const access = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
    const flags = [
      `--pgdata=${data}`,
      ...access,
      ...locale,
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ];
    await runCommand(join(binDir, 'initdb'), flags, { user: place.user, timeoutMs: 120_000 });
    await rename(passwordFile, join(data, passwordFileName));
    if (durable) await syncToDisk(data);
    await rename(data, place.clusterDir);
    if (durable) await syncToDisk(dirname(place.clusterDir));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Retries, because an initdb whose parent was killed may still write for a moment. */
async function removeUnfinished(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!/^postgres\.(init|probe)-/.test(name)) continue;
    await rm(join(parent, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
  }
}

/**
 * Renames a folder that is no database because it has no control file. It is not deleted: it may
 * have other files.
 */
async function setAside(clusterDir: string, log: (line: string) => void): Promise<void> {
  const aside = `${clusterDir}.incomplete-${randomBytes(6).toString('hex')}`;
  await rename(clusterDir, aside);
  log(
    `${clusterDir} was not a complete database. It was moved to ${aside}, and a new one is created`,
  );
}

async function checkMajorVersion(clusterDir: string, majorVersion: number): Promise<void> {
  const found = (await readFile(join(clusterDir, 'PG_VERSION'), 'utf8')).trim();
  if (found === String(majorVersion)) return;
  const advice =
    'upgrade it with pg_upgrade or a dump, or move the folder away to start with an empty database';
  throw new EmbeddedPostgresError(
    `The database in ${clusterDir} is of Postgres ${found}, this is Postgres ${majorVersion}: ${advice}`,
  );
}

async function syncToDisk(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function isPresent(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
