/** Name of the database with all tables that each test file clones. */
export const templateDatabase = 'ecp_template';

/** The same server, another database. */
export function withDatabaseName(url: string, name: string): string {
  const parsed = new URL(url);
  parsed.pathname = `/${name}`;
  return parsed.toString();
}
