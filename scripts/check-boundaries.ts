import { glob, readFile } from 'node:fs/promises';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkSource } from './boundaries/check-source.ts';

/** Checks the use of tables, and prints each violation. dependency-cruiser checks imports. */
async function main(): Promise<void> {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = glob(['{apps,packages,scripts,ops,e2e}/**/*.{ts,tsx}'], {
    cwd: root,
    exclude: skip,
  });
  const paths = (await Array.fromAsync(files)).map((path) => path.split(sep).join('/')).sort();
  if (paths.length === 0) throw new Error(`There are no source files in ${root}`);
  const checked = await Promise.all(
    paths.map(async (path) => checkSource(path, await readFile(`${root}/${path}`, 'utf8'))),
  );
  const violations = checked.flat().map(({ path, line, message }) => `${path}:${line}: ${message}`);
  for (const violation of violations) console.error(violation);
  console.log(`Boundaries: ${paths.length} files, ${violations.length} violations`);
  if (violations.length > 0) process.exitCode = 1;
}

function skip(name: string): boolean {
  return ['node_modules', 'dist'].includes(name.split(sep).at(-1) ?? '');
}

await main();
