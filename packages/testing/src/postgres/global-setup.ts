import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { templateDatabase, withDatabaseName } from './fresh-database.ts';
import { prepareTemplate, startTestPostgres } from './test-postgres.ts';

/** Starts one real Postgres for the test run and prepares the template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database ${templateDatabase}`);
  await client.end();
  const inTemplate = (url: string) => withDatabaseName(url, templateDatabase);
  await prepareTemplate(inTemplate(postgres.serviceUrl), inTemplate(postgres.url));
  project.provide('postgresUrl', postgres.url);
  project.provide('serviceUrl', postgres.serviceUrl);
  project.provide('filesDir', postgres.filesDir);
  return () => postgres.close();
}
