import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compiledDir } from '../kernel/settings.ts';

/** Variables that Node itself reads before the program can. */
const readByNode = ['NODE_OPTIONS', 'NODE_DISABLE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS', 'NODE_USE_ENV_PROXY', 'TZ'];

/**
 * Starts the process of an engine, in its own process group. It loads its code, waits for its settings as a message, and
 * ends when this process has ended. `program` is another program in place of the engine, for tests.
 */
export function forkEngine(
  environment: Readonly<Record<string, string | undefined>>,
  program = engineProgram,
): ChildProcess {
  const read = readByNode.filter((name) => name in environment).map((name) => [name, environment[name]]);
  return fork(program, ['--settings-by-message'], {
    env: { ...Object.fromEntries(read), NODE_COMPILE_CACHE: compiledDir(environment) },
    stdio: ['ignore', process.stdout.isTTY ? 'pipe' : 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
}

/** Whether this is a bundle of `npm run build` and not a source. */
const isBuilt = import.meta.url.endsWith('.mjs');

/**
 * The path of the engine's program: a bundled platform starts the bundled engine. Only this file names it; the platform
 * calls the engine by HTTP only.
 */
const engineProgram = fileURLToPath(
  new URL(`../../../engine/${isBuilt ? 'dist/server/main.mjs' : 'src/main.ts'}`, import.meta.url),
);
