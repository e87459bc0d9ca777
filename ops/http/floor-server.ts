import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { Statement } from '@ecp/database/statement';
import pg from 'pg';
import {
  type EngagementRow,
  engagementColumns,
  selectEngagement,
  toEngagement,
} from '../../apps/server/src/material/engagements/engagement-rows.ts';
import {
  type RunRow,
  selectRunsOf,
  toRun,
} from '../../apps/server/src/material/run-records/run-rows.ts';
import {
  type DeliverableRow,
  selectDeliverablesOf,
  toDeliverable,
} from '../../apps/server/src/work/documents/deliverable-rows.ts';

const statement = (name: string, text: string, ...values: unknown[]): Statement => ({
  name,
  text,
  values,
});

/** Finds the owner of a key. Unlike the platform, it does not record when the key was last used. */
const findKey = (keyHash: Buffer): Statement =>
  statement(
    'find_key',
    `select k.id as key_id, k.name as key_name, k.scope, k.engagement_id, t.id as tenant_id, t.name as tenant_name,
      coalesce(s.status = 'active', false) as subscription_active
    from platform.api_keys k
    join platform.tenants t on t.id = k.tenant_id
    left join platform.subscriptions s on s.tenant_id = t.id
    where k.key_hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`,
    keyHash,
  );

/** Selects the first page of the list, plus one row that shows whether there is a next page. */
const selectPage = (tenantId: string, pageLength: number): Statement =>
  statement(
    'list_engagements',
    `select ${engagementColumns}, (extract(epoch from created_at) * 1000000)::bigint::text as created_micros
    from platform.engagements where tenant_id = $1 and archived_at is null
    order by created_at desc, id desc limit $2`,
    tenantId,
    pageLength + 1,
  );

interface NewEngagement {
  name: string;
  client: string;
  brief: string;
  budget: number;
  tasks: unknown[];
}

const insertEngagement = `insert into platform.engagements
  (id, tenant_id, name, client, slug, brief, budget_nano_usd, tasks)
  values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${engagementColumns}`;
const insertEntry = `insert into platform.audit_log
  (id, tenant_id, user_id, action, resource_type, resource_id, metadata, ip_address)
  values ($1, $2, null, 'engagement.create', 'engagement', $3, $4, '127.0.0.1')`;

/**
 * Returns the statements of Create: plan, monthly count, engagement, audit row. The third returns
 * the engagement.
 */
function createStatements(tenantId: string, keyId: string, engagement: NewEngagement): Statement[] {
  const id = randomUUID();
  const { name, client, brief, budget, tasks } = engagement;
  const slug = name.toLowerCase().replaceAll(' ', '-');
  const row = [id, tenantId, name, client, slug, brief, budget * 1e9, JSON.stringify(tasks)];
  const metadata = JSON.stringify({ name, apiKeyId: keyId });
  return [
    statement('read_plan', 'select plan from platform.tenants where id = $1', tenantId),
    statement('count_engagement', countOne, tenantId, null),
    statement('insert_engagement', insertEngagement, ...row),
    statement('record_audit', insertEntry, randomUUID(), tenantId, id, metadata),
  ];
}

const thisMonth = `date_trunc('month', now() at time zone 'UTC')::date`;
const countOne = `
  insert into platform.monthly_usage as usage (tenant_id, month, engagements_created) values ($1, ${thisMonth}, 1)
  on conflict (tenant_id, month) do update set engagements_created = usage.engagements_created + 1
    where $2::integer is null or usage.engagements_created < $2::integer`;

/**
 * Serves the benchmark's requests with node:http and pg, without framework, validation, roles,
 * row-level security, headers, rate limit or request log. Each statement waits for the previous
 * one. The arguments are the database's URL and the port.
 */
const [url = '', port = '0'] = process.argv.slice(2);
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
const pool = new pg.Pool({ connectionString: url, max: 20, types });
const pageLength = 200;

interface Key {
  key_id: string;
  tenant_id: string;
}

async function send(
  statements: Statement[],
  client: Pick<pg.Pool, 'query'> = pool,
): Promise<pg.QueryResultRow[][]> {
  const results: pg.QueryResultRow[][] = [];
  for (const statement of statements) results.push((await client.query(toConfig(statement))).rows);
  return results;
}

async function transact(statements: Statement[]): Promise<pg.QueryResultRow[][]> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const results = await send(statements, client);
    await client.query('commit');
    return results;
  } finally {
    client.release();
  }
}

function toConfig({ name = '', text, values = [] }: Statement): pg.QueryConfig {
  return { name, text, values: [...values] };
}

async function answer(request: IncomingMessage): Promise<[status: number, body: unknown]> {
  if (request.url === '/ready') return [200, {}];
  const rawKey = (request.headers.authorization ?? '').slice('Bearer '.length);
  const [keys] = await send([findKey(createHash('sha256').update(rawKey).digest())]);
  const key = keys?.[0] as Key | undefined;
  if (!key) return [401, { error: 'Invalid API key' }];
  if (request.method === 'POST')
    return [201, await create(key, JSON.parse(await readBody(request)))];
  const [, , , id] = (request.url ?? '').split('/');
  return id === undefined ? [200, await list(key)] : [200, await read(key, id)];
}

async function read({ tenant_id: tenantId }: Key, id: string): Promise<unknown> {
  const [engagements = [], runs = [], deliverables = []] = await send([
    selectEngagement(tenantId, id),
    selectRunsOf(tenantId, id),
    selectDeliverablesOf(tenantId, id),
  ]);
  return {
    ...toEngagement(engagements[0] as EngagementRow),
    runs: (runs as RunRow[]).map(toRun),
    deliverables: (deliverables as DeliverableRow[]).map(toDeliverable),
  };
}

async function list({ tenant_id: tenantId }: Key): Promise<unknown> {
  const [rows = []] = await send([selectPage(tenantId, pageLength)]);
  return (rows as EngagementRow[]).slice(0, pageLength).map(toEngagement);
}

async function create(key: Key, engagement: NewEngagement): Promise<unknown> {
  const [, , inserted = []] = await transact(
    createStatements(key.tenant_id, key.key_id, engagement),
  );
  return toEngagement(inserted[0] as EngagementRow);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const server = createServer((request, response) => {
  answer(request).then(
    ([status, body]) => {
      const text = JSON.stringify(body);
      const length = Buffer.byteLength(text);
      response.writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': length,
      });
      response.end(text);
    },
    (error: unknown) => {
      // The load generator stops in the middle of requests.
      if (request.readableAborted) return;
      console.error(error);
      response.writeHead(500).end();
    },
  );
});
server.listen(Number(port), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
