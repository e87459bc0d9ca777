import { findTitles } from './find-titles.ts';
import type { Statement } from './statement.ts';

/**
 * What is wrong with statements against the test files of the tree: no file, no such title or several, an id twice, a
 * statement with neither a test nor the reason for its gap. `read` gives a file's text, undefined when there is none.
 */
export function checkStatements(statements: Statement[], read: (file: string) => string | undefined): string[] {
  const seen = new Set<string>();
  return statements.flatMap((statement) => {
    const { id, tests, gap } = statement;
    const problems = tests.flatMap(({ file, test }) => findProblem(read(file), file, test) ?? []);
    if (seen.has(id)) problems.push('stands twice');
    if (tests.length === 0 && gap === undefined) problems.push('GAP: names neither a test nor why there is none');
    if (tests.length > 0 && gap !== undefined) problems.push('names both a test and why there is none');
    seen.add(id);
    return problems.map((problem) => `${id}: ${problem}`);
  });
}

function findProblem(source: string | undefined, file: string, test: string): string | undefined {
  if (source === undefined) return `${file} does not exist`;
  const titles = findTitles(source).filter((title) => title.includes(test));
  if (titles.length === 0) return `${file} has no test "${test}"`;
  // A whole title may also be a part of others.
  if (titles.length > 1 && titles.filter((title) => title === test).length !== 1) {
    return `${file} has ${titles.length} tests "${test}"`;
  }
  return undefined;
}
