// Opens the database of a folder, prints its address, and holds it until the process is killed.
import { openEmbeddedPostgres } from '../embedded-postgres.ts';

const [dataDir = ''] = process.argv.slice(2);
const settings = { fsync: 'off' };
const { url } = await openEmbeddedPostgres({ dataDir, settings, log: console.error });
setInterval(() => {}, 60_000);
console.log(url);
