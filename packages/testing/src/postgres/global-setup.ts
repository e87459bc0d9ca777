import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { prepareTemplate } from './prepare-template.ts';
import { templateDatabase, withDatabaseName } from './template-database.ts';
import { startTestPostgres } from './test-postgres.ts';

/** Starts one real Postgres for the test run and prepares the template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database ${templateDatabase}`);
  await client.end();
  await prepareTemplate(withDatabaseName(postgres.url, templateDatabase));
  project.provide('postgresUrl', postgres.url);
  project.provide('filesDir', postgres.filesDir);
  return () => postgres.close();
}
