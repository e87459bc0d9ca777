import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readTiers } from './tests/choose-tier.ts';
import { selectChangedTests } from './tests/select-changed-tests.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

function git(...args: string[]): string[] {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
}

/**
 * Runs the tests for the files that differ from a commit, by default the last one: `npm run
 * test:changed -- main`.
 */
const [since = 'HEAD'] = process.argv.slice(2);
const changed = [
  ...git('diff', '--name-only', since),
  ...git('ls-files', '--others', '--exclude-standard'),
];
const tests = selectChangedTests(changed, readTiers());
console.log(`${changed.length} changed files, ${tests.length} test files`);
const { status } = spawnSync('npx', ['vitest', 'run', ...tests], { cwd: root, stdio: 'inherit' });
process.exitCode = status ?? 1;
