import pg from 'pg';

const limitMs = 30_000;

/** Creates the database `name` on the embedded server if it is missing. Returns its connection string. */
export async function ensureDatabase(port: number, password: string, name: string): Promise<string> {
  const url = (database: string): string =>
    `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
  await withConnection(url('postgres'), async (client) => {
    const found = await client.query('select from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`);
  });
  return url(name);
}

/** Connects to `url` and runs a query. SCRAM authenticates both sides, so an answer proves that it is our server. */
export async function checkDatabase(url: string): Promise<void> {
  await withConnection(url, async (client) => {
    await client.query('select 1');
  });
}

async function withConnection(url: string, use: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: limitMs, query_timeout: limitMs });
  let lost: Error | undefined;
  client.on('error', (error) => {
    lost = error;
  });
  try {
    await client.connect();
    await use(client);
  } catch (error) {
    throw lost ?? error;
  } finally {
    await client.end();
  }
}
