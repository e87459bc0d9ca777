// This is plain JavaScript because only the benchmark installs its packages, so the type check cannot see them.
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

/**
 * Serves the engagements of an existing database with Directus, whose own tables are in a schema beside them. The API key
 * is the static token of its administrator, so Directus checks no permissions of fields and rows. Arguments: the
 * database, the port, the raw key, and `bootstrap` for the step that makes the tables and ends the process.
 */
const [url = '', port = '0', key = '', step = 'serve'] = process.argv.slice(2);
// By default it keeps schemas but no responses, and has no limit of requests.
Object.assign(process.env, {
  DB_CLIENT: 'pg',
  DB_CONNECTION_STRING: url,
  DB_SEARCH_PATH: 'array:directus,platform',
  DB_POOL__MAX: '20',
  SECRET: 'secret-of-the-benchmark-and-nothing-else',
  ADMIN_EMAIL: 'owner@example.com',
  ADMIN_PASSWORD: 'password-of-the-benchmark',
  ADMIN_TOKEN: key,
  TELEMETRY: 'false',
  PRESSURE_LIMITER_ENABLED: 'false',
  WEBSOCKETS_ENABLED: 'false',
  LOG_LEVEL: 'error',
});
// The package runs scripts of flows. It needs a compiler to be installed, and no request here needs it.
registerHooks({ resolve: (name, context, next) => next(name === 'isolated-vm' ? 'node:vm' : name, context) });

const fields = ['id', 'tenant_id', 'name', 'client', 'slug', 'brief', 'budget_nano_usd', 'tasks', 'status'].concat(
  ['created_at', 'archived_at'],
  ['id', 'status', 'started_at', 'finished_at', 'cost_nano_usd', 'input_tokens', 'output_tokens'].map(
    (name) => `runs.${name}`,
  ),
  ['id', 'filename', 'content', 'version', 'word_count', 'created_at', 'approval_status'].map(
    (name) => `deliverables.${name}`,
  ),
);

async function prepareDatabase() {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create schema directus');
  const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), url, port, key, 'bootstrap'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`The bootstrap of Directus ended with exit code ${status}`);
  const many = ['runs', 'deliverables'];
  await client.query(
    `insert into directus.directus_fields (collection, field, special)
      select 'engagements', name, 'o2m' from unnest($1::text[]) name`,
    [many],
  );
  await client.query(
    `insert into directus.directus_relations (many_collection, many_field, one_collection, one_field)
      select name, 'engagement_id', 'engagements', name from unnest($1::text[]) name`,
    [many],
  );
  await client.end();
}

async function serve() {
  await prepareDatabase();
  const { default: createApp } = await import('@directus/api/app');
  const app = await createApp();
  // Express would hash each response, which neither the floor nor the other peers do.
  app.disable('etag');
  const server = createServer((request, response) => {
    request.url = `${request.url.replace('/api/engagements/', '/items/engagements/')}?fields=${fields.join(',')}`;
    app(request, response);
  });
  server.listen(Number(port), '127.0.0.1', () => console.log(`Ready at http://127.0.0.1:${port}`));
}

process.on('SIGINT', () => process.exit(0));
if (step === 'bootstrap') await (await import('@directus/api/cli/commands/bootstrap/index')).default({});
else await serve();
