import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** All that a bundle can be made of: every source, and the versions of the packages. */
const inputs = [
  '{apps,packages}/*/src/**/*.{ts,tsx,js,json}',
  '{apps,packages}/*/package.json',
  'scripts/build/*.ts',
  'package-lock.json',
];

/**
 * Builds bundles unless they are of the present sources: the installation and each run of the tests
 * ask for the same.
 * @param stamp Path of a file beside the bundles that tells of which sources they are.
 * @param results Absolute paths of the bundles.
 */
export async function buildOnce(
  stamp: string,
  results: readonly string[],
  build: () => Promise<unknown>,
): Promise<void> {
  const present = describeInputs();
  const isCurrent = existsSync(stamp) && readFileSync(stamp, 'utf8') === present;
  if (isCurrent && results.every((path) => existsSync(path))) return;
  await build();
  writeFileSync(stamp, present);
}

/** Returns a digest of the names, sizes and times of change of all inputs. */
function describeInputs(): string {
  const hash = createHash('sha256');
  for (const path of globSync(inputs, { cwd: root }).sort()) {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}
