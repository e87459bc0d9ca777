// Opens the database of the given folder, reports in one line of JSON, and holds it until SIGTERM
// or a kill, for tests.
import { openEmbeddedPostgres } from '../open-embedded-postgres.ts';

const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('usage: hold-embedded-postgres.ts <dataDir>');
const log = (line: string): void => console.error(line);
try {
  const database = await openEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' } });
  const stayAlive = setInterval(() => {}, 60_000);
  process.once('SIGTERM', async () => {
    await database.close();
    clearInterval(stayAlive);
  });
  console.log(JSON.stringify({ url: database.url, owned: database.owned }));
} catch (error) {
  console.log(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
}
