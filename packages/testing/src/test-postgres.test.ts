import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { startTestPostgres } from './test-postgres.ts';

describe('startTestPostgres', () => {
  it('gives a Postgres that waits for no disk, and removes every trace of it', async () => {
    const before = listFolders();
    const postgres = await startTestPostgres();
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const { rows } = await client.query(
      `select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
        current_setting('synchronous_commit') as commit, current_database() as name`,
    );
    expect(rows).toEqual([{ fsync: 'off', pages: 'off', commit: 'off', name: 'app' }]);
    await client.end();
    const made = listFolders().filter((name) => !before.includes(name));
    await postgres.close();
    expect(made.filter((name) => existsSync(join(tmpdir(), name)))).toEqual([]);
  });
});

function listFolders(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith('ecp-test-postgres-'));
}
