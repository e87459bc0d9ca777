import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compiledDir } from '../../kernel/settings.ts';

/** Variables that Node itself reads before the program can. */
const readByNode = [
  'NODE_OPTIONS',
  'NODE_DISABLE_COMPILE_CACHE',
  'NODE_EXTRA_CA_CERTS',
  'NODE_USE_ENV_PROXY',
  'TZ',
];

/**
 * Starts an engine in its own process group; it waits for its settings and ends with this process.
 * `program` replaces it in tests.
 */
export function forkEngine(
  environment: Readonly<Record<string, string | undefined>>,
  program = engineProgram,
): ChildProcess {
  const read = readByNode
    .filter((name) => name in environment)
    .map((name) => [name, environment[name]]);
  return fork(program, ['--settings-by-message'], {
    env: { ...Object.fromEntries(read), NODE_COMPILE_CACHE: compiledDir(environment) },
    stdio: ['ignore', process.stdout.isTTY ? 'pipe' : 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
}

/** Whether this is a bundle of `npm run build` and not a source. */
const isBuilt = import.meta.url.endsWith('.mjs');

/** The engine's program, bundled if the platform is. Only this file names it; calls go by HTTP. */
const engineProgram = fileURLToPath(
  new URL(`../${isBuilt ? 'engine/main.mjs' : '../engine/main.ts'}`, import.meta.url),
);
