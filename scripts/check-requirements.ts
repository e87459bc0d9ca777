import { glob, readFile } from 'node:fs/promises';
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
const intro = `${folder}README.md`;

const item = /^- \*\*(.*?)\*\*.*$/gm;
const citation = /^[ \t]*\/\/ ([A-Z]{3}-\d+(?:, [A-Z]{3}-\d+)*)$/gm;
const furtherCitations = /^(?:[ \t]*\/\/ [A-Z]{3}-\d+.*\n)+/;
/**
 * Matches an id in prose or code, but not the names of standards, licences and flaws, which have
 * the same form.
 */
const mention = /(?<![\w/-])(?!(?:AES|BSD|CVE|MIT|MPL|OFL|PDF|SHA|SSH|UTF)-)[A-Z]{3}-\d+\b/g;
/**
 * Match the start of a test or group, and its title: the first argument, also of the call after an
 * `each`.
 */
const opening = /^[ \t]*(?:it|test|describe)\b/;
const title =
  /(?:\b(?:it|test|describe)(?:\.\w+)*(?:<[^>]*>)?|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/;

/** Whether a file is code of the product. Tests and what they share may cite statements. */
const isCode = (path: string) =>
  /\.(?:tsx?|sql)$/.test(path) && !/\.test\.tsx?$|\/testing\/|\/e2e\/|^e2e\//.test(path);

/**
 * Reads the statements of a page in their order. Throws an Error for a list item that starts in
 * bold without an id.
 */
export function readStatements({ path, text }: SourceFile): Statement[] {
  return [...text.matchAll(item)].map(([line, id = '']) => {
    if (!/^[A-Z]{3}-\d+$/.test(id))
      throw new Error(`${path}: ${id} is not an id of three letters and a number`);
    return { id, page: path, gap: /Open gap: (.+)$/.exec(line)?.[1] ?? null };
  });
}

/**
 * Reads the proofs in a test file: comment lines that hold only ids, directly above a test or a
 * group. Throws an Error for such lines above anything else.
 */
export function readProofs({ path, text }: SourceFile): Proof[] {
  return [...text.matchAll(citation)].flatMap((match) => {
    const [line, ids = ''] = match;
    const below = text.slice(match.index + line.length + 1).replace(furtherCitations, '');
    const found = opening.test(below) ? title.exec(below)?.[2] : undefined;
    if (found === undefined)
      throw new Error(`${path}: there is no test directly below "${line.trim()}"`);
    return ids.split(', ').map((id) => ({ id, file: path, title: found.replace(/\\(.)/g, '$1') }));
  });
}

/**
 * Returns one line per problem: an id that is listed twice, a statement with neither a proof nor a
 * reason for its gap, or with both, an id in a file that is not a statement, and an id in code.
 */
export function findProblems(
  statements: Statement[],
  proofs: Proof[],
  files: SourceFile[],
): string[] {
  const known = new Set(statements.map(({ id }) => id));
  const proven = new Set(proofs.map(({ id }) => id));
  return [
    ...statements.flatMap(({ id, page, gap }, index) => {
      const problems: string[] = [];
      if (statements.findIndex((other) => other.id === id) < index)
        problems.push('is listed twice');
      if (gap === null && !proven.has(id)) problems.push('is cited by no test');
      if (gap !== null && proven.has(id)) problems.push('is an open gap and is cited by a test');
      return problems.map((problem) => `${page}: ${id} ${problem}`);
    }),
    ...files.flatMap(({ path, text }) =>
      [...text.matchAll(mention)].flatMap(({ 0: id, index }) => {
        const fault = isCode(path) ? 'stands in code; tests cite statements' : 'is not a statement';
        return known.has(id) && !isCode(path)
          ? []
          : [`${path}:${text.slice(0, index).split('\n').length}: ${id} ${fault}`];
      }),
    ),
  ];
}

async function main(): Promise<void> {
  const files = await readFiles([
    '{apps,packages,scripts,ops,e2e}/**/*.{ts,tsx,sql,md}',
    'docs/**/*.md',
    '*.{md,ts}',
  ]);
  const pages = files.filter(({ path }) => path.startsWith(folder) && path !== intro);
  const statements = pages.flatMap(readStatements);
  const proofs = files.filter(({ path }) => /\.test\.tsx?$/.test(path)).flatMap(readProofs);
  const problems = findProblems(statements, proofs, files);
  for (const problem of problems) console.error(problem);
  const gaps = statements.filter(({ gap }) => gap !== null).length;
  console.log(
    `Requirements: ${statements.length} statements, ${gaps} open gaps, ${problems.length} problems`,
  );
  if (problems.length > 0) process.exitCode = 1;
}

/**
 * Reads the files of the repository that match, by path, without installed packages and built
 * files.
 */
export async function readFiles(patterns: string[]): Promise<SourceFile[]> {
  const skip = (name: string) => ['node_modules', 'dist'].includes(name.split(sep).at(-1) ?? '');
  const found = await Array.fromAsync(glob(patterns, { cwd: root, exclude: skip }));
  const paths = found.map((path) => path.split(sep).join('/')).sort();
  return Promise.all(
    paths.map(async (path) => ({ path, text: await readFile(root + path, 'utf8') })),
  );
}

if (import.meta.main) await main();
