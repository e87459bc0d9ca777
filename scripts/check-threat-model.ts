import { readFiles, readProofs, readStatements } from './check-requirements.ts';
import { findUnprovenRows, readClaimRows } from './threat-model/find-unproven-rows.ts';

const page = 'docs/threat-model.md';

/**
 * Checks that each wall and each held requirement of the threat model names tests that exist.
 * Prints each problem.
 */
async function main(): Promise<void> {
  const files = await readFiles([
    '{apps,packages,scripts,ops,e2e}/**/*.test.{ts,tsx}',
    'docs/requirements/*.md',
    page,
  ]);
  const text = files.find(({ path }) => path === page)?.text ?? '';
  const tests = files.filter(({ path }) => /\.test\.tsx?$/.test(path));
  const stated = files
    .filter(({ path }) => path.endsWith('.md') && path !== page)
    .flatMap(readStatements);
  const cited = new Set(tests.flatMap(readProofs).map(({ id }) => id));
  const proven = new Set(stated.filter(({ id }) => cited.has(id)).map(({ id }) => id));
  const rows = readClaimRows(text);
  const problems = findUnprovenRows(rows, {
    proven,
    testFiles: new Set(tests.map(({ path }) => path)),
  });
  for (const problem of problems) console.error(`${page}: ${problem}`);
  console.log(`Threat model: ${rows.length} rows with tests, ${problems.length} problems`);
  if (problems.length > 0) process.exitCode = 1;
}

await main();
