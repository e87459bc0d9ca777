import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { findReferences, type Reference } from './docs/find-references.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Checks that every path and npm script that the documentation names exists; prints `file:line` of each that is gone. */
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
  console.log(`Documentation: ${pages.length} pages, ${dead} dead references`);
  if (dead > 0) process.exitCode = 1;
}

async function exists({ name }: Reference): Promise<boolean> {
  for await (const _found of glob(name, { cwd: root })) return true;
  return false;
}

await main();
