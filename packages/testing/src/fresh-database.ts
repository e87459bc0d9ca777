import { randomBytes } from 'node:crypto';
import { type Database, openDatabase } from '@ecp/database/database';
import pg from 'pg';
import { inject } from 'vitest';
import { templateDatabase, withDatabaseName } from './template-database.ts';

export interface FreshDatabase {
  url: string;
  database: Database;
  /** Runs SQL as the superuser, past row-level security: to prove that a hidden row exists. */
  asSuperuser<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

/** Clones the template database: real Postgres, all tables, no rows; one for each test file. */
export async function createFreshDatabase(): Promise<FreshDatabase> {
  const adminUrl = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runOnce(adminUrl, `create database ${name} template ${templateDatabase} strategy file_copy`);
  const url = withDatabaseName(adminUrl, name);
  const database = openDatabase({ url });
  return {
    url,
    database,
    asSuperuser: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await database.pool.query<Row>(text, values)).rows,
    async drop() {
      await database.close();
      await runOnce(adminUrl, `drop database ${name} with (force)`);
    },
  };
}

async function runOnce(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}
