import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { chmod, chown, cp, lstat, mkdir, readlink, realpath, rename, rm, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { findServerUser } from './find-server-user.ts';
import { makeOpenDirectory, sharedServerFilesDir } from './prepare-binaries.ts';
import { runCommand, type ServerUser } from './run-command.ts';

/** Where the data directory is or will be made, and the user of the server (undefined: that of this process). */
export interface ClusterLocation {
  /** Real path, without symlinks. */
  clusterDir: string;
  user: ServerUser | undefined;
}

/**
 * Finds the data directory that `<dataDir>/postgres` names. `dataDir` is a real path; the result may not exist yet.
 * @throws EmbeddedPostgresError if the symlink is broken or the data belong to another user.
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
  const clusterDir = target === undefined ? path : join(await realpath(dirname(target)), basename(target));
  const ownUid = process.getuid?.() ?? 0;
  const owner = (await statIfPresent(clusterDir))?.uid;
  if (ownUid !== 0 && owner !== undefined && owner !== ownUid) throw belongsToOtherUser(clusterDir, owner);
  return clusterDir;
}

/**
 * Chooses the server's user and makes sure that it can reach the data directory. For root, a data directory below a
 * folder that is closed to the user is moved to /var/lib, and `<dataDir>/postgres` becomes a symlink to it.
 * The server must not be running.
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
    present !== undefined && present.uid !== 0 ? { uid: present.uid, gid: present.gid } : await findServerUser(log);
  const inPlace = clusterDir === join(dataDir, 'postgres');
  const placed = inPlace && !(await canServeFrom(dataDir, user)) ? await moveOut(dataDir, log) : clusterDir;
  if (present !== undefined) {
    // A copy or a restored backup made by root belongs to root, but Postgres requires its own user and mode 0700.
    if (present.uid === 0) await runCommand('chown', ['-R', `${user.uid}:${user.gid}`, placed], { timeoutMs: 60_000 });
    await chmod(placed, 0o700);
  }
  return { clusterDir: placed, user };
}

/** Tests whether the user can own and enter a folder here (closed parents, access lists, odd file systems). */
async function canServeFrom(dataDir: string, user: ServerUser): Promise<boolean> {
  const probe = join(dataDir, `postgres.probe-${randomBytes(6).toString('hex')}`);
  await mkdir(probe, { mode: 0o700 });
  try {
    await chown(probe, user.uid, user.gid);
    await runCommand('test', ['-w', probe], { user, timeoutMs: 10_000 });
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (error instanceof EmbeddedPostgresError || code === 'EPERM' || code === 'EINVAL') return false;
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
  log(`The database files are in ${target} (${path} points there): the user of Postgres cannot enter ${dataDir}`);
  return target;
}

/** Finishes an interrupted move. If the symlink exists the copy is complete, else the old folder still has the data. */
async function finishMove(path: string): Promise<void> {
  const moved = `${path}.moved`;
  if ((await statIfPresent(moved)) === undefined) return;
  if ((await statIfPresent(path, false)) === undefined) await rename(moved, path);
  else await rm(moved, { recursive: true, force: true });
}

function belongsToOtherUser(clusterDir: string, uid: number): EmbeddedPostgresError {
  const advice = 'start as the same user as before, or move the folder away to start with an empty database';
  return new EmbeddedPostgresError(`The database in ${clusterDir} belongs to user id ${uid}: ${advice}`);
}

async function statIfPresent(path: string, followLinks = true): Promise<Stats | undefined> {
  try {
    return await (followLinks ? stat(path) : lstat(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
