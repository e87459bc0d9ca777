import { glob, readFile, writeFile } from 'node:fs/promises';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One statement of `docs/requirements`. `gap` is the reason why no test proves it yet. */
export interface Statement {
  id: string;
  page: string;
  gap: string | null;
}

/** A test, or a group of tests, that proves a statement. */
export interface Proof {
  id: string;
  file: string;
  title: string;
}

/** A file of the repository by its path, with `/` between its parts. */
export interface SourceFile {
  path: string;
  text: string;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = 'docs/requirements/';
const table = `${folder}README.md`;

const item = /^- \*\*(.*?)\*\*.*$/gm;
const citation = /^[ \t]*\/\/ ([A-Z]{3}-\d+(?:, [A-Z]{3}-\d+)*)$/gm;
const furtherCitations = /^(?:[ \t]*\/\/ [A-Z]{3}-\d+.*\n)+/;
/** Matches an id in prose or code, but not the names of standards and licences, which have the same form. */
const mention = /(?<![\w/-])(?!(?:AES|BSD|MIT|MPL|OFL|PDF|SHA|SSH|UTF)-)[A-Z]{3}-\d+\b/g;
/** Match the start of a test or group, and its title: the first argument, also of the call after an `each`. */
const opening = /^[ \t]*(?:it|test|describe)\b/;
const title = /(?:\b(?:it|test|describe)(?:\.\w+)*(?:<[^>]*>)?|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/;

/** Reads the statements of a page in their order. Throws an Error for a list item that starts in bold without an id. */
export function readStatements({ path, text }: SourceFile): Statement[] {
  return [...text.matchAll(item)].map(([line, id = '']) => {
    if (!/^[A-Z]{3}-\d+$/.test(id)) throw new Error(`${path}: ${id} is not an id such as ENG-1`);
    return { id, page: path, gap: /Open gap: (.+)$/.exec(line)?.[1] ?? null };
  });
}

/**
 * Reads the proofs in a test file: comment lines with ids, such as `// ENG-1, RUN-4`, directly above a test or a group.
 * Throws an Error for such lines above anything else.
 */
export function readProofs({ path, text }: SourceFile): Proof[] {
  return [...text.matchAll(citation)].flatMap((match) => {
    const [line, ids = ''] = match;
    const below = text.slice(match.index + line.length + 1).replace(furtherCitations, '');
    const found = opening.test(below) ? title.exec(below)?.[2] : undefined;
    if (found === undefined) throw new Error(`${path}: there is no test directly below "${line.trim()}"`);
    return ids.split(', ').map((id) => ({ id, file: path, title: found.replace(/\\(.)/g, '$1') }));
  });
}

/**
 * Returns one line per problem: an id that is listed twice, a statement with neither a proof nor a reason for its gap,
 * or with both, and an id in a file that is not a statement.
 */
export function findProblems(statements: Statement[], proofs: Proof[], files: SourceFile[]): string[] {
  const known = new Set(statements.map(({ id }) => id));
  const proven = new Set(proofs.map(({ id }) => id));
  return [
    ...statements.flatMap(({ id, page, gap }, index) => {
      const problems: string[] = [];
      if (statements.findIndex((other) => other.id === id) < index) problems.push('is listed twice');
      if (gap === null && !proven.has(id)) problems.push('is cited by no test');
      if (gap !== null && proven.has(id)) problems.push('is an open gap and is cited by a test');
      return problems.map((problem) => `${page}: ${id} ${problem}`);
    }),
    ...files.flatMap(({ path, text }) =>
      [...text.matchAll(mention)].flatMap(({ 0: id, index }) =>
        known.has(id) ? [] : [`${path}:${text.slice(0, index).split('\n').length}: ${id} is not a statement`],
      ),
    ),
  ];
}

/** Renders the Markdown page that lists the tests of each statement. */
export function renderTable(statements: Statement[], proofs: Proof[], pageTitles: Map<string, string>): string {
  const gaps = statements.filter(({ gap }) => gap !== null);
  const pages = Map.groupBy(statements, ({ page }) => page);
  const tests = Map.groupBy(proofs, ({ id }) => id);
  return [
    '# Requirements',
    '',
    'Each page of this folder states what the service does, with an id for each statement. Code cites an id in a comment,',
    'such as ``. A test cites the statements that it proves in a comment line directly above it, such as',
    '`// ENG-12, RUN-4`. `npm run check:requirements -- --write` writes this page. The check fails when no test cites a',
    'statement, when an id is no statement, and when this page is out of date. Below its statements a page answers further',
    'questions about the feature; `GET /api/openapi.json` has the form of every request and answer.',
    '',
    `${statements.length} statements, ${statements.length - gaps.length} with tests, ${gaps.length} open gaps.`,
    ...[...pages].flatMap(([page, rows]) => [
      '',
      `## [${pageTitles.get(page) ?? page}](${page.slice(folder.length)})`,
      '',
      '| statement | tests |',
      '|---|---|',
      ...rows.map(({ id, gap }) => `| ${id} | ${gap === null ? renderProofs(tests.get(id) ?? []) : 'Open gap'} |`),
    ]),
    '',
  ].join('\n');
}

function renderProofs(proofs: Proof[]): string {
  const files = [...Map.groupBy(proofs, ({ file }) => file)];
  const cells = files.map(([file, named]) => `\`${file}\`: ${named.map(({ title }) => title).join('; ')}`);
  return cells.join('<br>').replaceAll('|', '\\|');
}

async function main(): Promise<void> {
  const files = await readFiles(['{apps,packages,scripts,ops,e2e}/**/*.{ts,tsx,sql,md}', 'docs/**/*.md', '*.{md,ts}']);
  const pages = files.filter(({ path }) => path.startsWith(folder) && path !== table);
  const statements = pages.flatMap(readStatements);
  const proofs = files.filter(({ path }) => /\.test\.tsx?$/.test(path)).flatMap(readProofs);
  const problems = findProblems(
    statements,
    proofs,
    files.filter(({ path }) => path !== table),
  );
  const titles = new Map(pages.map(({ path, text }) => [path, /^# (.+)$/m.exec(text)?.[1] ?? path]));
  const wanted = renderTable(statements, proofs, titles);
  if (process.argv.includes('--write')) await writeFile(root + table, wanted);
  else if (files.find(({ path }) => path === table)?.text !== wanted) {
    problems.push(`${table} is out of date: npm run check:requirements -- --write`);
  }
  for (const problem of problems) console.error(problem);
  const gaps = statements.filter(({ gap }) => gap !== null).length;
  console.log(`Requirements: ${statements.length} statements, ${gaps} open gaps, ${problems.length} problems`);
  if (problems.length > 0) process.exitCode = 1;
}

/** Reads the files of the repository that match, by path, without installed packages and built files. */
export async function readFiles(patterns: string[]): Promise<SourceFile[]> {
  const skip = (name: string) => ['node_modules', 'dist'].includes(name.split(sep).at(-1) ?? '');
  const found = await Array.fromAsync(glob(patterns, { cwd: root, exclude: skip }));
  const paths = found.map((path) => path.split(sep).join('/')).sort();
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(root + path, 'utf8') })));
}

if (import.meta.main) await main();
