import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findOlderRelease } from './older-release.ts';

const folder = mkdtempSync(join(tmpdir(), 'older-release-'));
const repository = join(folder, 'whole');
const git = (...flags: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...flags], {
    ...{ cwd: repository, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  }).trim();
afterAll(() => rmSync(folder, { recursive: true }));

// DEP-11
test('the older release is the last one before the newest migration, and a shallow clone is told what it lacks', () => {
  mkdirSync(join(repository, 'packages/database/migrations'), { recursive: true });
  mkdirSync(join(repository, 'scripts'));
  git('init', '--quiet');
  const commit = (path: string) => {
    writeFileSync(join(repository, path), path);
    git('add', '.');
    git('commit', '--quiet', '-m', path);
    return git('rev-parse', 'HEAD');
  };
  commit('packages/database/migrations/0001_first.sql');
  commit('packages/database/migrations/0002_second.sql');
  const first = commit('scripts/migrate.ts');
  const second = commit('later.md');
  expect(findOlderRelease(repository)).toBe(first);
  commit('packages/database/migrations/0003_third.sql');
  commit('latest.md');
  expect(findOlderRelease(repository)).toBe(second);

  const shallow = join(folder, 'shallow');
  git('clone', '--quiet', '--depth', '1', `file://${repository}`, shallow);
  expect(() => findOlderRelease(shallow)).toThrow('git fetch --unshallow');
});
