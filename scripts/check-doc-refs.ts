import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  compareSettings,
  readDeclaredSettings,
  readDocumentedSettings,
} from './docs/compare-settings.ts';
import { findReferences, type Reference, readAnchors } from './docs/find-references.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Checks that every path, heading and npm script in the documentation exists, and that the
 * documented settings match those of the two programs. Prints each problem.
 */
async function main(): Promise<void> {
  const pages = (
    await Array.fromAsync(
      glob(['*.md', '{docs,examples,ops}/**/*.md', '{apps,packages}/*/README.md'], { cwd: root }),
    )
  ).sort();
  const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> };
  let dead = 0;
  for (const page of pages) {
    for (const reference of findReferences(page, await read(page))) {
      if (reference.kind === 'script' ? reference.name in scripts : await exists(reference))
        continue;
      dead += 1;
      console.error(
        `${page}:${reference.line}: ${reference.kind} ${reference.name} does not exist`,
      );
    }
  }
  const settings = await checkSettings();
  for (const problem of settings) console.error(problem);
  console.log(`Documentation: ${pages.length} pages, ${dead + settings.length} problems`);
  if (dead + settings.length > 0) process.exitCode = 1;
}

/** The page has every setting; the README shows a few of them. */
async function checkSettings(): Promise<string[]> {
  const files = ['apps/server/src/config.ts', 'packages/contract/src/engine/engine-environment.ts'];
  const [page, readme] = ['docs/settings.md', 'README.md'];
  const settings = (await Promise.all(files.map(read))).flatMap(readDeclaredSettings);
  // Which programs start is decided before settings are read (apps/server/src/roles.ts).
  const declared = ['ROLES', ...settings];
  const { missing, dead } = compareSettings(declared, readDocumentedSettings(await read(page)));
  const shown = compareSettings(declared, readDocumentedSettings(await read(readme)));
  return [
    ...missing.map((name) => `${page}: ${name} has no line`),
    ...dead.map((name) => `${page}: ${name} is not a setting`),
    ...shown.dead.map((name) => `${readme}: ${name} is not a setting`),
  ];
}

const read = (file: string): Promise<string> => readFile(`${root}/${file}`, 'utf8');

async function exists({ kind, name }: Reference): Promise<boolean> {
  if (kind === 'heading') {
    const [page = '', anchor = ''] = name.split('#');
    const text = await read(page).catch(() => '');
    return readAnchors(text).has(anchor);
  }
  for await (const _found of glob(name, { cwd: root })) return true;
  return false;
}

await main();
