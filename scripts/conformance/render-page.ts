import type { NamedTest, Statement } from './statement.ts';

/** The page that maps sections to statements to test files, as Markdown, its gaps last. */
export function renderPage(statements: Statement[]): string {
  const covered = statements.filter(({ tests }) => tests.length > 0);
  const gaps = statements.filter(({ tests }) => tests.length === 0);
  const chapters = Map.groupBy(covered, ({ id }) => id.split('.')[0] ?? id);
  return [
    '# Conformance',
    '',
    'Each statement of the specification, in our words, with the tests that prove it.',
    'This page is written by `npm run check:conformance -- --write` from `scripts/conformance`; the check fails when a',
    'named test is gone, when a statement has neither a test nor a reason, or when this page is stale.',
    '',
    `${statements.length} statements, ${covered.length} with tests, ${gaps.length} without.`,
    ...[...chapters.values()].flatMap(renderChapter),
    '',
    '## Not covered yet',
    '',
    ...(gaps.length === 0 ? ['Nothing.'] : ['| section | statement | why |', '|---|---|---|']),
    ...gaps.map(({ section, statement, gap }) => row([section, statement, gap ?? ''])),
    '',
  ].join('\n');
}

function renderChapter(statements: Statement[]): string[] {
  const title = statements[0]?.section.split(', ')[0] ?? '';
  return [
    ...['', `## ${title}`, '', '| section | statement | tests |', '|---|---|---|'],
    ...statements.map(({ section, statement, tests }) => row([section, statement, renderTests(tests)])),
  ];
}

/** Tests by their files, for one cell of a table. */
export function renderTests(tests: NamedTest[]): string {
  const files = Map.groupBy(tests, ({ file }) => file);
  return [...files].map(([file, named]) => `\`${file}\`: ${named.map(({ test }) => test).join('; ')}`).join('<br>');
}

/** One row of a table; bars in its cells are escaped. */
export const row = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
