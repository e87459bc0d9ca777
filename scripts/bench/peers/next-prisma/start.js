// This is plain JavaScript because only the benchmark installs its packages, so the type check cannot see them.
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import next from 'next';

/** Serves the build of this folder in one process. The arguments are the database and the port. */
const [url = '', port = '0'] = process.argv.slice(2);
process.env.DATABASE_URL = url;

const app = next({ dev: false, dir: fileURLToPath(new URL('.', import.meta.url)) });
await app.prepare();
const handle = app.getRequestHandler();
const server = createServer((request, response) => void handle(request, response));
server.listen(Number(port), '127.0.0.1', () => console.log(`Ready at http://127.0.0.1:${port}`));
process.on('SIGINT', () => process.exit(0));
