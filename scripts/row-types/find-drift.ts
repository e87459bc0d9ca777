import pg from 'pg';
import { collectStatements, type SourceStatement } from './collect-statements.ts';
import { compareRow, type TableColumn } from './compare-row.ts';
import { type DescribedColumn, describeStatement } from './describe-statement.ts';
import type { SourceProject } from './source-project.ts';

/**
 * Lets Postgres describe every statement of the wanted files on a migrated database, and compares
 * the result with the declared row. Returns the number of statements, and one line for each
 * difference and each name with another text.
 */
export async function findDrift(
  project: SourceProject,
  url: string,
  wanted: (path: string) => boolean,
): Promise<{ statements: number; problems: string[] }> {
  const { statements, problems } = collectStatements(project, wanted);
  problems.push(...findRenamed(statements));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const columnOf = await readTableColumns(client);
    for (const statement of statements)
      problems.push(...(await checkStatement(client, statement, columnOf)));
  } finally {
    await client.end();
  }
  return { statements: statements.length, problems: [...new Set(problems)] };
}

/**
 * A connection refuses a second text of a name, and platform and engine share a process in tests.
 */
function findRenamed(statements: readonly SourceStatement[]): string[] {
  const named = statements.filter(({ name, texts }) => name !== null && texts.length === 1);
  const first = new Map(named.toReversed().map(({ name, texts }) => [name, texts[0]]));
  return named.flatMap(({ place, name, texts }) =>
    first.get(name) === texts[0]
      ? []
      : [`${place} has another text than the first statement ${name}`],
  );
}

async function checkStatement(
  client: pg.Client,
  { place, texts, columns }: SourceStatement,
  columnOf: Parameters<typeof compareRow>[2],
): Promise<string[]> {
  const problems: string[] = [];
  for (const text of texts) {
    try {
      const described = await describeStatement(client, text);
      problems.push(...compareRow({ text, columns }, described, columnOf));
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      problems.push(`is refused: ${error.message}`);
    }
  }
  return problems.map((problem) => `${place} ${problem}`);
}

async function readTableColumns(client: pg.Client) {
  const { rows } = await client.query<TableColumn & { key: string }>(
    `select a.attrelid || '.' || a.attnum as key, n.nspname || '.' || c.relname as table, a.attname as name,
        a.attnotnull as "isNotNull"
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where a.attnum > 0 and not a.attisdropped`,
  );
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return ({ tableId, columnNumber }: NonNullable<DescribedColumn['origin']>) =>
    byKey.get(`${tableId}.${columnNumber}`);
}
