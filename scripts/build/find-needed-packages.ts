/** A package in a lock file of npm. */
interface LockedPackage {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

export interface LockFile {
  packages: Record<string, LockedPackage>;
}

/**
 * Returns the folders of the named packages and of all that they need, relative to the lock file.
 * Optional packages that are not locked are left out. Throws if a named package is not locked.
 */
export function findNeededPackages({ packages }: LockFile, names: readonly string[]): Set<string> {
  const needed = new Set<string>();
  const waiting = names.map((name) => {
    const folder = findFolder(packages, '', name);
    if (folder === undefined) throw new Error(`package-lock.json has no package ${name}`);
    return folder;
  });
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (needed.has(folder)) continue;
    needed.add(folder);
    const { dependencies, optionalDependencies, peerDependencies } = packages[folder] ?? {};
    for (const name of Object.keys({
      ...dependencies,
      ...optionalDependencies,
      ...peerDependencies,
    })) {
      const found = findFolder(packages, folder, name);
      if (found !== undefined) waiting.push(found);
    }
  }
  return needed;
}

/** Finds a package as Node does: in the folder that needs it, and then in each folder around it. */
function findFolder(
  packages: LockFile['packages'],
  from: string,
  name: string,
): string | undefined {
  for (
    let around = from;
    ;
    around = around.slice(0, Math.max(0, around.lastIndexOf('/node_modules/')))
  ) {
    const folder = around === '' ? `node_modules/${name}` : `${around}/node_modules/${name}`;
    if (folder in packages) return folder;
    if (around === '') return undefined;
  }
}
