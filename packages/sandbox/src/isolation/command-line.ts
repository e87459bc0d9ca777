import { randomInt } from 'node:crypto';
import { chownSync, existsSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { CommandLine } from '../children/start-child.ts';
import type { ChildProgram } from '../jobs/child-program.ts';
import { makeProcessFolder } from '../temporary/process-folders.ts';
import { enterOwnFiles, ownScratch } from './enter-own-files.ts';
import type { IsolationLayer } from './isolation.ts';
import type { ReadablePaths } from './readable-paths.ts';

/** Users that systemd reserves for processes without an account. No package creates one of them. */
const firstUser = 61_184;
const lastUser = 65_519;
/** Begins anywhere, because another platform may use the same users on this machine. */
let usersGiven = randomInt(lastUser - firstUser);

/**
 * Returns the next user id. No two living children of this process share one, so that none can
 * signal another.
 */
function nextUser(): string {
  usersGiven += 1;
  return String(firstUser + (usersGiven % (lastUser - firstUser)));
}

/** Folders of the libraries that Node needs. A link stays a link. */
const systemFolders = ['/lib', '/lib64', '/usr/lib', '/usr/lib64'];
/** Processor seconds after which the system ends a child that does not die with its parent. */
const orphanCpuSeconds = 600;

/** Builds the command that starts a program behind these layers. */
export function buildCommandLine(
  program: ChildProgram,
  paths: ReadablePaths,
  layers: ReadonlySet<IsolationLayer>,
): CommandLine {
  const user = nextUser();
  const scratch = makeScratch(program, layers, user);
  const node = [realpathSync(process.execPath), ...nodeArguments(program, paths, layers, scratch.seen)];
  const toCommand = ([file = '', ...args]: string[]): CommandLine => ({ file, args, scratch: scratch.onHost });
  if (!layers.has('privileges')) return toCommand([...boundOrphan, ...node]);
  const setpriv = realpathSync(findTool('setpriv'));
  const inNamespace = layers.has('network') || layers.has('files');
  const withPrivileges = [
    setpriv,
    ...(layers.has('user') ? ['--reuid', user, '--regid', user, '--clear-groups'] : []),
    ...(inNamespace || layers.has('user') ? ['--bounding-set=-all', '--inh-caps=-all'] : []),
    ...['--no-new-privs', '--pdeathsig', 'KILL', '--', ...node],
  ];
  const own = [...systemFolders, setpriv, node[0] ?? '', ...paths.folders];
  const withFiles = layers.has('files')
    ? [...enterOwnFiles(own, program.scratchMb ?? 0), ...withPrivileges]
    : withPrivileges;
  if (!inNamespace) return toCommand(withFiles);
  return toCommand([
    findTool('unshare'),
    ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']),
    ...(layers.has('network') ? ['--net'] : []),
    ...(layers.has('files') ? ['--mount'] : []),
    '--',
    ...withFiles,
  ]);
}

/** Bounds the processor time of a process whose parent was killed while it was busy. */
const boundOrphan = ['/bin/sh', '-c', `ulimit -t ${orphanCpuSeconds}; exec "$@"`, 'sh'];

function nodeArguments(
  { main, heapMb, allowAddons }: ChildProgram,
  { exact }: ReadablePaths,
  layers: ReadonlySet<IsolationLayer>,
  scratch: string | null,
): string[] {
  const permissions = [
    '--permission',
    ...exact.map((path) => `--allow-fs-read=${path}`),
    ...(scratch === null ? [] : [`--allow-fs-read=${scratch}`, `--allow-fs-write=${scratch}`]),
  ];
  return [
    `--max-old-space-size=${heapMb}`,
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
    ...(layers.has('permissions') ? permissions : []),
    ...(layers.has('permissions') && allowAddons ? ['--allow-addons'] : []),
    main,
    ...(scratch === null ? [] : [scratch]),
  ];
}

/** Names the scratch folder as the child sees it. Without files of its own, the child gets a folder of the host. */
function makeScratch(
  { scratchMb }: ChildProgram,
  layers: ReadonlySet<IsolationLayer>,
  user: string,
): { seen: string | null; onHost: string | null } {
  if (scratchMb === undefined) return { seen: null, onHost: null };
  if (layers.has('files')) return { seen: ownScratch, onHost: null };
  const folder = makeProcessFolder('scratch', realpathSync(tmpdir()));
  if (layers.has('user')) chownSync(folder, Number(user), Number(user));
  return { seen: folder, onHost: folder };
}

function findTool(name: string): string {
  const found = ['/usr/bin', '/bin', '/usr/sbin', '/sbin'].map((folder) => `${folder}/${name}`).find(existsSync);
  if (found === undefined) throw new Error(`${name} is not installed`);
  return found;
}
