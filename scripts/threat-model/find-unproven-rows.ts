/** A row of a table that must name the tests behind what it says. */
interface ClaimRow {
  /** Its line in the page, counted from 1. */
  line: number;
  /** The text of its first cell. */
  subject: string;
  /** True when the row says that nothing holds yet, so that no test can prove it. */
  isOpen: boolean;
  /** Ids of statements, without quotes, and paths of test files. */
  named: string[];
}

/** The column that names tests, and the column whose `not` or `n/a` excuses a row from it. */
const proofColumn = 'proven by';
const stateColumn = 'state';
const openStates = ['not', 'n/a'];

const statement = /(?<![\w/-])[A-Z]{3}-\d+\b/g;
const testFile = /[\w./-]+\.test\.tsx?\b/g;

/** Reads the rows of all tables that have the column `proven by`. */
export function readClaimRows(page: string): ClaimRow[] {
  const lines = page.split('\n');
  return lines.flatMap((text, index) => {
    const start = lines.findLastIndex((other, at) => at <= index && !other.startsWith('|')) + 1;
    const columns = splitRow(lines[start] ?? '').map((cell) => cell.toLowerCase());
    const proof = columns.indexOf(proofColumn);
    if (proof < 0 || index < start + 2 || !text.startsWith('|')) return [];
    const cells = splitRow(text);
    const said = cells[proof] ?? '';
    const named = [...said.matchAll(statement), ...said.matchAll(testFile)].map(([name]) => name);
    const isOpen = openStates.includes(cells[columns.indexOf(stateColumn)] ?? '');
    return [{ line: index + 1, subject: cells[0] ?? '', isOpen, named }];
  });
}

const splitRow = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/**
 * Returns one line per problem: a row that names no test, a named statement that no test proves, a
 * named file that is not there, and a page without such rows.
 */
export function findUnprovenRows(
  rows: readonly ClaimRow[],
  { proven, testFiles }: { proven: ReadonlySet<string>; testFiles: ReadonlySet<string> },
): string[] {
  if (rows.length === 0) return [`no table has the column ${proofColumn}`];
  return rows.flatMap(({ line, subject, isOpen, named }) => {
    const place = `line ${line}, ${subject}`;
    if (named.length === 0) return isOpen ? [] : [`${place}: it names no test`];
    const missing = named.filter((name) => !proven.has(name) && !testFiles.has(name));
    return missing.map((name) =>
      name.includes('.') ? `${place}: ${name} does not exist` : `${place}: no test proves ${name}`,
    );
  });
}
