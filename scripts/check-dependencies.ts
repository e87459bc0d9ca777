import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findImports } from './boundaries/scan-source.ts';
import {
  compareDocumented,
  compareUse,
  packageOf,
  readDocumented,
  type WorkspaceUse,
} from './docs/compare-dependencies.ts';

interface PackageFile {
  license?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const page = 'docs/dependencies.md';

/**
 * Compares declared with imported packages in every workspace, and the direct dependencies with
 * their page.
 */
async function main(): Promise<void> {
  const packageFiles = await Array.fromAsync(glob('{apps,packages}/*/package.json', { cwd: root }));
  const rootUse = await readUse('.', ['{scripts,ops}/**/*.ts', '*.ts']);
  const workspaces = await Promise.all(
    packageFiles.sort().map((file) => readUse(dirname(file), [`${dirname(file)}/**/*.{ts,tsx}`])),
  );
  const uses = [rootUse, ...workspaces];
  const external = new Set(
    uses.flatMap(({ declared }) => declared).filter((name) => !name.startsWith('@ecp/')),
  );
  const licences = new Map(
    await Promise.all(
      [...external].sort().map(async (name) => {
        const users = uses
          .filter(({ declared }) => declared.includes(name))
          .map(({ path }) => path);
        return [name, await readLicence(name, users)] as const;
      }),
    ),
  );
  const documented = readDocumented(await readFile(`${root}/${page}`, 'utf8'));
  const problems = [
    ...compareUse(rootUse, { alsoImported: workspaces.flatMap(({ imported }) => imported) }),
    ...workspaces.flatMap((use) => compareUse(use, { alsoDeclared: rootUse.declared })),
    ...compareDocumented(documented, licences).map((problem) => `${page}: ${problem}`),
  ];
  for (const problem of problems) console.error(problem);
  console.log(
    `Dependencies: ${external.size} in ${uses.length} package.json files, ${problems.length} problems`,
  );
  if (problems.length > 0) process.exitCode = 1;
}

async function readUse(path: string, patterns: string[]): Promise<WorkspaceUse> {
  const file = await readPackageFile(`${root}/${path}/package.json`);
  const sources = await Array.fromAsync(
    glob(patterns, { cwd: root, exclude: (name) => name.includes('node_modules') }),
  );
  const imports = await Promise.all(
    sources.map(async (source) => findImports(await readFile(`${root}/${source}`, 'utf8'))),
  );
  const names = new Set(imports.flat().flatMap(({ text }) => packageOf(text) ?? []));
  // Scripts may use every workspace, because npm links all of them at the root.
  const imported = [...names].filter((name) => path !== '.' || !name.startsWith('@ecp/'));
  return {
    path,
    declared: Object.keys({ ...file.dependencies, ...file.devDependencies }),
    imported,
  };
}

/**
 * Reads a package's licence. npm puts a package beside its workspace where another version stands
 * at the root.
 */
async function readLicence(name: string, users: readonly string[]): Promise<string> {
  const places = ['.', ...users].map((path) => `${root}/${path}/node_modules/${name}/package.json`);
  const { license } = await readPackageFile(
    places.find((place) => existsSync(place)) ?? places[0] ?? '',
  );
  return license ?? 'unknown';
}

async function readPackageFile(path: string): Promise<PackageFile> {
  return JSON.parse(await readFile(path, 'utf8')) as PackageFile;
}

await main();
