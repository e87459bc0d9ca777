import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTiers } from './tests/choose-tier.ts';
import { findImported } from './tests/read-imports.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Runs the tests of properties with many random cases of each, by default 500: `npm run test:random
 * -- 2000`.
 */
const [cases = '500'] = process.argv.slice(2);
const files = Object.values(readTiers()).flat();
const tests = files.filter((file) => findImported(join(root, file)).has('fast-check'));
const env = { ...process.env, RANDOM_CASES: cases };
const { status } = spawnSync('npx', ['vitest', 'run', ...tests], {
  cwd: root,
  stdio: 'inherit',
  env,
});
process.exitCode = status ?? 1;
