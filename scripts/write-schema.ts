import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedPostgres } from '@ecp/database/embedded/open-embedded-postgres';
import { migrate } from '@ecp/database/migrate';
import pg from 'pg';
import { readSchema } from './schema/read-schema.ts';
import { renderSchema } from './schema/render-schema.ts';

/** Migrates a temporary database and writes its schema to docs/schema.sql. */
const dataDir = await mkdtemp(join(tmpdir(), 'schema-'));
await chmod(dataDir, 0o711); // when this runs as root, the server's user needs access
const server = await openEmbeddedPostgres({ dataDir, log: (line) => console.error(line) });
try {
  await migrate(server.url);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const page = renderSchema(await readSchema(client));
  await client.end();
  await writeFile(new URL('../docs/schema.sql', import.meta.url), page);
} finally {
  await server.close();
  await rm(dataDir, { recursive: true, force: true });
}
