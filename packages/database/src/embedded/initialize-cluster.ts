import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { ClusterLocation } from './prepare-cluster-dir.ts';
import { runCommand } from './run-command.ts';

const passwordFileName = 'superuser-password';

/**
 * Makes the data directory with initdb unless it exists. It is built under another name and renamed when complete, so
 * a directory with the final name is complete. Removes leftovers of a killed start. `durable` false skips the sync to
 * disk (tests).
 * @throws EmbeddedPostgresError if initdb fails or the data belong to another Postgres major version.
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

/** Reads the superuser's password. Its file is inside the data directory, so that the two stay together. */
export async function readSuperuserPassword(clusterDir: string): Promise<string> {
  const path = join(clusterDir, passwordFileName);
  if (!(await isPresent(path))) {
    const advice = `restore it, or move ${clusterDir} away to start with an empty database`;
    throw new EmbeddedPostgresError(`The password file ${path} of the embedded database is missing: ${advice}`);
  }
  return (await readFile(path, 'utf8')).trim();
}

async function buildCluster(place: ClusterLocation, binDir: string, durable: boolean): Promise<void> {
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
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const access = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
    const flags = [`--pgdata=${data}`, ...access, ...locale, '--no-instructions', ...(durable ? [] : ['--no-sync'])];
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

/** Renames a folder that is no database because it has no control file. It is not deleted: it may have other files. */
async function setAside(clusterDir: string, log: (line: string) => void): Promise<void> {
  const aside = `${clusterDir}.incomplete-${randomBytes(6).toString('hex')}`;
  await rename(clusterDir, aside);
  log(`${clusterDir} was not a complete database. It was moved to ${aside}, and a new one is created`);
}

async function checkMajorVersion(clusterDir: string, majorVersion: number): Promise<void> {
  const found = (await readFile(join(clusterDir, 'PG_VERSION'), 'utf8')).trim();
  if (found === String(majorVersion)) return;
  const advice = 'upgrade it with pg_upgrade or a dump, or move the folder away to start with an empty database';
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
