import { glob, readFile } from 'node:fs/promises';
import { posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkSource } from './boundaries/check-source.ts';

/** Highest number of source files directly in a folder, without tests. */
const maxFilesPerFolder = 25;

/** Checks the use of tables and the size of folders, and prints each violation. dependency-cruiser checks imports. */
async function main(): Promise<void> {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = glob(['{apps,packages,scripts,e2e}/**/*.{ts,tsx}'], { cwd: root, exclude: skip });
  const paths = (await Array.fromAsync(files)).map((path) => path.split(sep).join('/')).sort();
  if (paths.length === 0) throw new Error(`There are no source files in ${root}`);
  const checked = await Promise.all(
    paths.map(async (path) => checkSource(path, await readFile(`${root}/${path}`, 'utf8'))),
  );
  const violations = [
    ...checked.flat().map(({ path, line, message }) => `${path}:${line}: ${message}`),
    ...findCrowdedFolders(paths),
  ];
  for (const violation of violations) console.error(violation);
  console.log(`Boundaries: ${paths.length} files, ${violations.length} violations`);
  if (violations.length > 0) process.exitCode = 1;
}

function skip(name: string): boolean {
  return ['node_modules', 'dist'].includes(name.split(sep).at(-1) ?? '');
}

function findCrowdedFolders(paths: string[]): string[] {
  const sources = paths.filter((path) => !/\.test\.tsx?$/.test(path));
  return [...Map.groupBy(sources, posix.dirname)]
    .filter(([, files]) => files.length > maxFilesPerFolder)
    .map(([folder, files]) => `${folder}: ${files.length} source files; ${maxFilesPerFolder} is the limit`);
}

await main();
