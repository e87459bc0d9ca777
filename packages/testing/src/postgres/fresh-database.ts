import { randomBytes } from 'node:crypto';
import { type Database, openDatabase } from '@ecp/database/database';
import pg from 'pg';
import { inject } from 'vitest';

export interface FreshDatabase {
  /** Its address for services, whose role is no superuser and owns no table of tenants. */
  url: string;
  /** Its address for the superuser. */
  adminUrl: string;
  database: Database;
  /** Runs SQL as the superuser without row-level security, to prove that a hidden row exists. */
  asSuperuser<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

/** Clones the template database for a test file: real Postgres, all tables, no rows. */
export async function createFreshDatabase(): Promise<FreshDatabase> {
  const adminUrl = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runOnce(
    adminUrl,
    `create database ${name} template ${templateDatabase} strategy file_copy`,
  );
  const url = withDatabaseName(inject('serviceUrl'), name);
  const database = openDatabase({ url });
  const superuser = openDatabase({ url: withDatabaseName(adminUrl, name), maxConnections: 4 });
  return {
    url,
    adminUrl: withDatabaseName(adminUrl, name),
    database,
    asSuperuser: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await superuser.pool.query<Row>(text, values)).rows,
    async drop() {
      await database.close();
      await superuser.close();
      await runOnce(adminUrl, `drop database ${name} with (force)`);
    },
  };
}

interface EmptyDatabase {
  /** Connects as its owner, who is no superuser, so that row-level security applies. */
  ownerUrl: string;
  /** A connection without row-level security. */
  superuser: pg.Client;
  drop(): Promise<void>;
}

/** Makes a database without tables that its owner may migrate. */
export async function createEmptyDatabase(): Promise<EmptyDatabase> {
  const adminUrl = inject('postgresUrl');
  const name = `empty_${randomBytes(6).toString('hex')}`;
  await runOnce(adminUrl, `create role ${name} login password 'owner' createrole`);
  await runOnce(adminUrl, `grant ecp_tenant, ecp_system to ${name}`);
  await runOnce(adminUrl, `create database ${name} owner ${name}`);
  const superuser = new pg.Client({ connectionString: withDatabaseName(adminUrl, name) });
  await superuser.connect();
  const owner = new URL(withDatabaseName(adminUrl, name));
  Object.assign(owner, { username: name, password: 'owner' });
  return {
    ownerUrl: owner.href,
    superuser,
    async drop() {
      await superuser.end();
      await runOnce(adminUrl, `drop database ${name} with (force)`);
      await runOnce(adminUrl, `drop role ${name}`);
    },
  };
}

/**
 * The superuser's connections of this worker, by address. Each new one costs Postgres a process.
 */
const superusers = new Map<string, pg.Pool>();

async function runOnce(url: string, text: string): Promise<void> {
  const pool = superusers.get(url) ?? openSuperuser(url);
  superusers.set(url, pool);
  await pool.query(text);
}

function openSuperuser(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 1, allowExitOnIdle: true });
  // An idle connection breaks when the server ends before this worker, which would then end with an
  // error.
  return pool.on('error', () => undefined);
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser's address of the run's Postgres. Replace its database name. */
    postgresUrl: string;
    /** The same for the role as which services log in. */
    serviceUrl: string;
    /** A folder for the files of services under test, which is deleted at the end of the run. */
    filesDir: string;
  }
}

/** Name of the database with all tables that each test file clones. */
export const templateDatabase = 'ecp_template';

/** Returns the address of another database on the same server. */
export function withDatabaseName(url: string, name: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${name}`;
  return parsed.toString();
}
