import type { DatabaseSchema, TableSchema } from './read-schema.ts';

const heading = `-- The schema after all migrations, as Postgres describes it: a page to read, not to execute.
-- Written by \`npm run schema\`; a test fails when it is stale. packages/database/migrations/ says why.
-- The durable queues keep their tables in the schemas dbos_platform and dbos_engine, which DBOS makes by itself.
`;

/** Renders docs/schema.sql: every table with its keys, indexes, policies and grants, then the functions. */
export function renderSchema({ tables, functions }: DatabaseSchema): string {
  return [heading, ...tables.map(renderTable), ...functions.map((text) => `${text.trim()};\n`)].join('\n');
}

function renderTable({ name, lines, statements }: TableSchema): string {
  const body = lines.map((line) => `  ${line}`).join(',\n');
  return `CREATE TABLE ${name} (\n${body}\n);\n${statements.map((text) => `${text};\n`).join('')}`;
}
