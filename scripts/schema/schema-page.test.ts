import { readFile } from 'node:fs/promises';
import { createFreshDatabase } from '@ecp/testing/postgres/fresh-database';
import pg from 'pg';
import { expect, test } from 'vitest';
import { readSchema } from './read-schema.ts';
import { renderSchema } from './render-schema.ts';

test('docs/schema.sql matches the migrated database; npm run schema writes it', async () => {
  const fresh = await createFreshDatabase();
  const client = new pg.Client({ connectionString: fresh.adminUrl });
  await client.connect();
  try {
    const page = await readFile(new URL('../../docs/schema.sql', import.meta.url), 'utf8');
    expect(page).toBe(renderSchema(await readSchema(client)));
  } finally {
    await client.end();
    await fresh.drop();
  }
});
