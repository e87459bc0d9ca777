import { migrate } from '@ecp/database/migrate';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startTestPostgres } from './test-postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser's address of the run's Postgres, without a database name worth using. */
    postgresUrl: string;
  }
}

/** Name of the migrated database that each test file clones. */
export const templateDatabase = 'ecp_template';

/** Starts one real Postgres for the test run and migrates the template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database ${templateDatabase}`);
  await client.end();
  await migrate(withDatabaseName(postgres.url, templateDatabase));
  project.provide('postgresUrl', postgres.url);
  return () => postgres.close();
}

/** The same server, another database. */
export function withDatabaseName(url: string, name: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${name}`;
  return parsed.toString();
}
