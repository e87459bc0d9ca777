import { randomInt } from 'node:crypto';
import { chownSync, existsSync, realpathSync } from 'node:fs';
import { access, readFile, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ChildProgram } from '../child-program.ts';
import type { CommandLine } from '../children.ts';
import { makeProcessFolder } from '../process-folders.ts';
import { enterOwnFiles, ownScratch } from './enter-own-files.ts';

/**
 * The walls around a child, each of which is used where the machine allows it:
 * - `permissions`: Node's permission model. Its code reads its own files only, writes nothing and
 *   starts nothing.
 * - `privileges`: no capabilities, no new privileges, and its death with the parent (setpriv).
 * - `user`: a user id of its own, where the product runs as root.
 * - `network`: a network namespace without any interface.
 * - `files`: a file system of its own, which has nothing but the program's files and the system's
 *   libraries.
 */
export const isolationLayers = ['permissions', 'privileges', 'user', 'network', 'files'] as const;
export type IsolationLayer = (typeof isolationLayers)[number];

/** The actions that a child tries in the probe. None may succeed. */
export const forbiddenActions = [
  'read a file',
  'read the environment of the parent',
  'write a file',
  'connect by TCP',
  'connect to a Unix socket',
] as const;
export type ForbiddenAction = (typeof forbiddenActions)[number];

/** The isolation that was found on this machine. */
export interface Isolation {
  active: IsolationLayer[];
  /** Layers that this machine does not allow, with the words of the system. */
  missing: Partial<Record<IsolationLayer, string>>;
  /** The actions that JavaScript in a child can still take. */
  openToCode: ForbiddenAction[];
  /**
   * The actions that native code in a child can still take. The permission model does not bind
   * native code.
   */
  openToNativeCode: ForbiddenAction[];
}

/** Tells whether a child can do nothing that it must not. */
export function isComplete({ openToCode, openToNativeCode }: Isolation): boolean {
  return openToCode.length === 0 && openToNativeCode.length === 0;
}

/**
 * Says what a child process could still do, and why, such as `connect by TCP (network: unshare is
 * missing)`.
 */
export function describeOpenings({ openToCode, openToNativeCode, missing }: Isolation): string {
  const open = [...new Set([...openToCode, ...openToNativeCode])];
  const reasons = Object.entries(missing).map(([layer, reason]) => `${layer}: ${reason}`);
  return `${open.join(', ')} (${reasons.join('; ') || 'no layer is missing'})`;
}

/** Users that systemd reserves for processes without an account. No package creates one of them. */
const firstUser = 61_184;
const lastUser = 65_519;
/** Begins anywhere, because another platform may use the same users on this machine. */
let usersGiven = randomInt(lastUser - firstUser);

/**
 * Returns the next user id, of which living children share none, so that none can signal another.
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
  const command = [
    realpathSync(process.execPath),
    ...nodeArguments(program, paths, layers, scratch.seen),
  ];
  const scratchMb = program.scratchMb ?? 0;
  return {
    ...encloseCommand({ command, reads: paths.folders, user, scratchMb }, layers),
    scratch: scratch.onHost,
  };
}

/** A command that is started behind the layers of the system. */
export interface EnclosedCommand {
  /** Absolute path of a program, without links, and its arguments. */
  command: readonly string[];
  /** Absolute paths that it reads besides its own file and the libraries of the system. */
  reads: readonly string[];
  /** Number of the user. The default is one that no living child has. */
  user?: string;
  /** Size in MiB of a folder in memory where it may write files. The default is none. */
  scratchMb?: number;
  /** True for a program that asks the system for its own path and where its stack lies. */
  asksForItself?: boolean;
}

/** Builds the command that starts another one behind these layers, without those of Node. */
export function encloseCommand(
  { command, reads, user = nextUser(), scratchMb = 0, asksForItself = false }: EnclosedCommand,
  layers: ReadonlySet<IsolationLayer>,
): Omit<CommandLine, 'scratch'> {
  const toCommand = ([file = '', ...args]: string[]) => ({ file, args });
  if (!layers.has('privileges')) return toCommand([...boundOrphan, ...command]);
  const setpriv = realpathSync(findTool('setpriv'));
  const inNamespace = layers.has('network') || layers.has('files');
  const withPrivileges = [
    setpriv,
    ...(layers.has('user') ? ['--reuid', user, '--regid', user, '--clear-groups'] : []),
    ...(inNamespace || layers.has('user') ? ['--bounding-set=-all', '--inh-caps=-all'] : []),
    '--no-new-privs',
    '--pdeathsig',
    'KILL',
    '--',
    ...command,
  ];
  const executable = command[0] ?? '';
  const paths = [...systemFolders, setpriv, executable, ...reads];
  const ownPath = asksForItself ? executable : '';
  const withFiles = layers.has('files')
    ? [...enterOwnFiles(paths, scratchMb, ownPath), ...withPrivileges]
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

/**
 * Names the scratch folder as the child sees it. Without files of its own, the child gets a folder
 * of the host.
 */
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
  const found = ['/usr/bin', '/bin', '/usr/sbin', '/sbin']
    .map((folder) => `${folder}/${name}`)
    .find(existsSync);
  if (found === undefined) throw new Error(`${name} is not installed`);
  return found;
}

export interface ReadablePaths {
  /** Each package and each folder by itself, for the permission model. */
  exact: string[];
  /** The same with whole folders of packages, because each one costs a mount. */
  folders: string[];
}

/** Lists what a program reads: code and packages. Throws if its bundle is missing. */
export async function listReadablePaths({
  main,
  reads,
  packages,
}: ChildProgram): Promise<ReadablePaths> {
  if (!existsSync(main)) throw new Error(`${main} is missing: npm run build makes it`);
  const own = [main, ...reads];
  const manifests = await Promise.all(
    own.map((path) => findUpwards(dirname(path), 'package.json')),
  );
  const files = new Set([...own, ...manifests.filter((path) => path !== null)]);
  const found = new Map<string, string>();
  const pending = packages.map((name) => ({ name, from: dirname(main) }));
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const linked = await findUpwards(next.from, join('node_modules', next.name));
    if (linked === null || found.has(linked)) continue;
    found.set(linked, linked.slice(0, -next.name.length - 1));
    const folder = await realpath(linked);
    if (folder !== linked) files.add(folder);
    for (const name of await readDependencies(folder)) pending.push({ name, from: folder });
  }
  const folders = [...new Set(found.values())];
  // Node looks for each package in the nearest folder first, where it may be missing.
  const near = folders.filter((folder) =>
    folders.some((other) => folder.startsWith(`${dirname(other)}/`) && folder !== other),
  );
  return {
    exact: [...files, ...near, ...found.keys()].filter(isOutermost),
    folders: [...files, ...folders].filter(isOutermost),
  };
}

/** Optional and peer packages may be missing; they are allowed where they are installed. */
async function readDependencies(folder: string): Promise<string[]> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >;
  const kinds = ['dependencies', 'optionalDependencies', 'peerDependencies'];
  return kinds.flatMap((kind) => Object.keys((manifest[kind] as object | undefined) ?? {}));
}

async function findUpwards(from: string, name: string): Promise<string | null> {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, name);
    const exists = await access(path).then(
      () => true,
      () => false,
    );
    if (exists) return path;
    if (folder === dirname(folder)) return null;
  }
}

/**
 * Tells whether no other path of the list contains this one. A folder inside a bound folder needs
 * no mount.
 */
function isOutermost(path: string, _index: number, all: string[]): boolean {
  return !all.some((other) => other !== path && path.startsWith(`${other}/`));
}
