import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { checkout } from './stack.ts';

/** Path of the command that migrates. */
const migration = 'scripts/migrate.ts';

/** An older release, checked out in a folder of its own. */
export interface OlderRelease {
  folder: string;
  /** The short id of its commit. */
  commit: string;
  remove(): void;
}

const gitIn = (cwd: string, ...flags: string[]): string => execFileSync('git', flags, { cwd, encoding: 'utf8' }).trim();
const git = (...flags: string[]): string => gitIn(checkout, ...flags);

/**
 * Returns the commit before the one that brought the newest migration, along the first parents: the last release with
 * an older schema. Where that has no command that migrates, which a deployment needs, it is the commit before the
 * present one (DEP-11). Throws if the clone is too shallow.
 */
export function findOlderRelease(repository = checkout): string {
  const path = 'packages/database/migrations';
  const newest = gitIn(repository, 'log', '--first-parent', '-m', '--diff-filter=A', '-1', '--format=%H', '--', path);
  const parent = findParent(repository, newest);
  const migrates = gitIn(repository, 'ls-tree', '--name-only', parent, migration) !== '';
  return migrates ? parent : findParent(repository, 'HEAD');
}

/** The oldest commit of a shallow clone seems to bring every file, and has no parent. */
function findParent(repository: string, commit: string): string {
  const [, parent] = gitIn(repository, 'rev-list', '--parents', '-1', commit).split(' ');
  if (parent !== undefined) return parent;
  throw new Error('This clone has no older release: fetch more (git fetch --unshallow) or name a commit with --from');
}

/** Checks out a release below `folder`. It uses the packages from npm that are installed here. */
export async function checkOut(ref: string, folder: string): Promise<OlderRelease> {
  const place = join(folder, 'older');
  git('worktree', 'add', '--quiet', '--detach', place, ref);
  const remove = () => void git('worktree', 'remove', '--force', place);
  try {
    if (!existsSync(join(place, migration))) {
      throw new Error(`${ref} has no ${migration}, which a deployment needs: name a later release with --from`);
    }
    await takePackages(place);
    return { folder: place, commit: git('rev-parse', '--short', ref), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

async function takePackages(place: string): Promise<void> {
  const workspaces = ['packages', 'apps'].flatMap((kind) =>
    readdirSync(join(place, kind)).map((name) => join(kind, name)),
  );
  for (const workspace of ['.', ...workspaces]) {
    const source = join(checkout, workspace, 'node_modules');
    if (existsSync(source)) copyTree(source, join(place, workspace, 'node_modules'));
  }
  // Links to workspaces are relative, so the copies lead to those of the older release.
  for (const name of readdirSync(join(place, 'packages'))) {
    const link = join(place, 'node_modules/@ecp', name);
    if (!existsSync(link)) await symlink(`../../packages/${name}`, link);
  }
  await symlink(join(checkout, 'apps/web/dist'), join(place, 'apps/web/dist'));
  for (const builder of builders.map((path) => join(place, path))) {
    if (existsSync(builder)) execFileSync(process.execPath, [builder]);
  }
}

/** The programs that bundle what a release runs; each release has some of them. */
const builders = ['scripts/build-programs.ts', 'scripts/build/bundle-programs.ts', 'scripts/build/bundle-servers.ts'];

/** Children of the product may read only files inside of the release, so links to another folder would not do. */
function copyTree(source: string, target: string): void {
  try {
    execFileSync('cp', ['-a', '--link', source, target], { stdio: 'ignore' });
  } catch {
    // Another file system takes no hard links.
    rmSync(target, { recursive: true, force: true });
    execFileSync('cp', ['-a', source, target]);
  }
}
