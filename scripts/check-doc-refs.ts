import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compareSettings, readDeclaredSettings, readDocumentedSettings } from './docs/compare-settings.ts';
import { findReferences, type Reference } from './docs/find-references.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Checks that every path and npm script in the documentation exists, and that the README's settings match those of the
 * two programs. Prints each problem.
 */
async function main(): Promise<void> {
  const pages = (await Array.fromAsync(glob(['README.md', '{docs,examples}/**/*.md'], { cwd: root }))).sort();
  const { scripts } = JSON.parse(await readFile(`${root}/package.json`, 'utf8')) as { scripts: Record<string, string> };
  let dead = 0;
  for (const page of pages) {
    for (const reference of findReferences(page, await readFile(`${root}/${page}`, 'utf8'))) {
      if (reference.kind === 'script' ? reference.name in scripts : await exists(reference)) continue;
      dead += 1;
      console.error(`${page}:${reference.line}: ${reference.kind} ${reference.name} does not exist`);
    }
  }
  const settings = await checkSettings();
  for (const problem of settings) console.error(`README.md: ${problem}`);
  console.log(`Documentation: ${pages.length} pages, ${dead + settings.length} problems`);
  if (dead + settings.length > 0) process.exitCode = 1;
}

async function checkSettings(): Promise<string[]> {
  const files = ['apps/platform/src/config.ts', 'packages/contract/src/engine/engine-environment.ts'];
  const sources = await Promise.all(files.map((file) => readFile(`${root}/${file}`, 'utf8')));
  const documented = readDocumentedSettings(await readFile(`${root}/README.md`, 'utf8'));
  return compareSettings(sources.flatMap(readDeclaredSettings), documented);
}

async function exists({ name }: Reference): Promise<boolean> {
  for await (const _found of glob(name, { cwd: root })) return true;
  return false;
}

await main();
