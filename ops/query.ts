import pg from 'pg';

const limitMs = 90_000;

/** Runs one statement on a connection of its own. */
export async function query<Row extends pg.QueryResultRow>(
  connectionString: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
  });
  client.on('error', () => undefined); // the statement rejects
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
