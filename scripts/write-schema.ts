import { writeFile } from 'node:fs/promises';
import pg from 'pg';
import { openBenchDatabase } from './bench/bench-database.ts';
import { readSchema } from './schema/read-schema.ts';
import { renderSchema } from './schema/render-schema.ts';

/** Migrates a temporary database and writes its schema to docs/schema.sql. */
const server = await openBenchDatabase();
try {
  const client = new pg.Client({ connectionString: await server.create('schema') });
  await client.connect();
  const page = renderSchema(await readSchema(client));
  await client.end();
  await writeFile(new URL('../docs/schema.sql', import.meta.url), page);
} finally {
  await server.close();
}
