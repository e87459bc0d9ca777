import 'vitest';

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
