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
 * Starts a worker in its own process group; it waits for its settings and ends with this process.
 * `program` replaces it in tests.
 */
export function forkWorker(
  environment: Readonly<Record<string, string | undefined>>,
  program = ownProgram,
): ChildProcess {
  const read = readByNode
    .filter((name) => name in environment)
    .map((name) => [name, environment[name]]);
  return fork(program, ['--settings-by-message'], {
    env: {
      ...Object.fromEntries(read),
      ROLES: 'worker',
      NODE_COMPILE_CACHE: compiledDir(environment),
    },
    stdio: ['ignore', process.stdout.isTTY ? 'pipe' : 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
}

/** Whether this is a bundle of `npm run build` and not a source. */
const isBuilt = import.meta.url.endsWith('.mjs');

/** The server's own program, bundled if this process is. */
const ownProgram = fileURLToPath(
  new URL(isBuilt ? './main.mjs' : '../../main.ts', import.meta.url),
);
