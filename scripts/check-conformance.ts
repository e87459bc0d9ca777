import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { checkStatements } from './conformance/check-statements.ts';
import { promises } from './conformance/promises.ts';
import { renderPage } from './conformance/render-page.ts';
import { renderPromises } from './conformance/render-promises.ts';
import { statements } from './conformance/statements.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => (existsSync(root + file) ? readFileSync(root + file, 'utf8') : undefined);

const pages = {
  'docs/conformance.md': renderPage(statements),
  'docs/promises.md': renderPromises(promises),
};

/** Checks that statements of the specification and promises name tests that exist, and their pages; `--write` writes these. */
async function main(): Promise<void> {
  const problems = checkStatements([...statements, ...promises], read);
  for (const [page, wanted] of Object.entries(pages)) {
    if (process.argv.includes('--write')) await writeFile(root + page, wanted);
    else if (read(page) !== wanted) problems.push(`${page} is stale: npm run check:conformance -- --write`);
  }
  for (const problem of problems) console.error(problem);
  const gaps = statements.filter(({ tests }) => tests.length === 0);
  for (const { id, gap } of gaps) console.log(`GAP ${id}: ${gap ?? 'no reason given'}`);
  console.log(
    `Conformance: ${statements.length} statements, ${gaps.length} gaps, ${promises.length} promises, ${problems.length} problems`,
  );
  if (problems.length > 0) process.exitCode = 1;
}

await main();
