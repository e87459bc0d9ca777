import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { checkStatements } from './conformance/check-statements.ts';
import { renderPage } from './conformance/render-page.ts';
import { statements } from './conformance/statements.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = 'docs/conformance.md';
const read = (file: string) => (existsSync(root + file) ? readFileSync(root + file, 'utf8') : undefined);

/** Checks that every statement of the specification names tests that exist, and its page; `--write` writes the page. */
async function main(): Promise<void> {
  const problems = checkStatements(statements, read);
  const wanted = renderPage(statements);
  if (process.argv.includes('--write')) await writeFile(root + page, wanted);
  else if (read(page) !== wanted) problems.push(`${page} is stale: npm run check:conformance -- --write`);
  for (const problem of problems) console.error(problem);
  const gaps = statements.filter(({ tests }) => tests.length === 0);
  for (const { id, gap } of gaps) console.log(`GAP ${id}: ${gap ?? 'no reason given'}`);
  console.log(`Conformance: ${statements.length} statements, ${gaps.length} gaps, ${problems.length} problems`);
  if (problems.length > 0) process.exitCode = 1;
}

await main();
