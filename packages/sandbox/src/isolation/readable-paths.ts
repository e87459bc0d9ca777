import { existsSync } from 'node:fs';
import { access, readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ChildProgram } from '../jobs/child-program.ts';

/** The paths that a program reads. */
export interface ReadablePaths {
  /** Each package and each folder by itself, for the permission model. */
  exact: string[];
  /** The same with whole folders of packages, because each one costs a mount. */
  folders: string[];
}

/**
 * Lists what a program reads: its code, and the packages that it loads with theirs. Throws if its bundle is missing.
 */
export async function listReadablePaths({ main, reads, packages }: ChildProgram): Promise<ReadablePaths> {
  if (!existsSync(main)) throw new Error(`${main} is missing: npm run build makes it`);
  const own = [main, ...reads];
  const manifests = await Promise.all(own.map((path) => findUpwards(dirname(path), 'package.json')));
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
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
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

/** Tells whether no other path of the list contains this one. A folder inside a bound folder needs no mount. */
function isOutermost(path: string, _index: number, all: string[]): boolean {
  return !all.some((other) => other !== path && path.startsWith(`${other}/`));
}
