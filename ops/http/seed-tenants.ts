import { createHash } from 'node:crypto';
import { query } from '../query.ts';

/** The keys and ids that the load uses. */
export interface Seed {
  /** Raw key of the tenant that owns all data that is read. */
  key: string;
  /** Raw keys of the same tenant, for callers of which each has its own; `key` is the first. */
  readerKeys: string[];
  /** Raw key of a tenant with few engagements, whose list is read. */
  listKey: string;
  /** The engagement that Get Engagement reads. */
  engagementId: string;
  /** Raw keys of tenants that only create engagements, one per tenant. */
  creatorKeys: string[];
}

/** Sizes of the seeded data, which the report states. */
export const seedSizes = {
  engagements: 10_000,
  listed: 100,
  runs: 3,
  deliverables: 6,
  contentBytes: 4_096,
  creators: 32,
  readers: 32,
} as const;

/**
 * Writes the data by SQL as superuser, bypassing row-level security, and updates statistics and
 * flushes to disk.
 */
export async function seedTenants(url: string): Promise<Seed> {
  const creators = Array.from({ length: seedSizes.creators }, (_, index) => `creator-${index}`);
  const readerKeys = await insertTenant(url, 'reader', seedSizes.readers);
  for (const tenantId of ['lister', ...creators]) await insertTenant(url, tenantId);
  await query(url, insertEngagements, ['reader', seedSizes.engagements, brief, tasks]);
  await query(url, insertEngagements, ['lister', seedSizes.listed, brief, tasks]);
  const engagementId = `reader-${seedSizes.engagements / 2}`;
  await query(url, insertRuns, ['reader', engagementId, seedSizes.runs]);
  await query(url, insertDeliverables, ['reader', engagementId, seedSizes.deliverables, content]);
  await query(url, 'vacuum analyze');
  await query(url, 'checkpoint');
  const keys = {
    key: rawKey('reader'),
    readerKeys,
    listKey: rawKey('lister'),
    creatorKeys: creators.map(rawKey),
  };
  return { ...keys, engagementId };
}

const words =
  'Roasters want to know whether a subscription pays at 34 % margin and what the first year would cost. ';
const brief = words.repeat(6);
const content = `# Findings\n\n${words.repeat(60)}`.slice(0, seedSizes.contentBytes);
const tasks = JSON.stringify(
  ['Market research', 'Cost analysis', 'Growth plan'].map((name, index) => ({
    id: `task-${index + 1}`,
    name,
    agent: 'market-analyst',
    description: 'Use the brief and say what is uncertain.',
  })),
);

const rawKey = (name: string) => `svc_live_${createHash('md5').update(name).digest('hex')}`;

const insertAccount = [
  `insert into platform.tenants (id, name, slug, plan) values ($1, $1, $1, 'enterprise')`,
  `insert into platform.subscriptions (tenant_id, provider, status, plan)
    values ($1, 'local', 'active', 'enterprise')`,
  `insert into platform.users (id, tenant_id, email, role)
    values ($1 || '-owner', $1, $1 || '@example.com', 'owner')`,
];

/** Inserts a tenant with `keys` API keys, and returns them. */
async function insertTenant(url: string, tenantId: string, keys = 1): Promise<string[]> {
  // The first key has the tenant's name.
  const raw = Array.from({ length: keys }, (_, index) =>
    rawKey(index === 0 ? tenantId : `${tenantId}-${index}`),
  );
  for (const text of insertAccount) await query(url, text, [tenantId]);
  await query(
    url,
    `insert into platform.api_keys (id, tenant_id, name, prefix, key_hash, scope, created_by)
      select $1 || '-key-' || n, $1, 'Bench', 'svc_live_0000', hash, 'read_write', $1 || '-owner'
      from unnest($2::bytea[]) with ordinality as given (hash, n)`,
    [tenantId, raw.map((key) => createHash('sha256').update(key).digest())],
  );
  return raw;
}

const insertEngagements = `insert into platform.engagements
  (id, tenant_id, name, client, slug, brief, budget_nano_usd, tasks, status, created_at)
  select $1 || '-' || n, $1, 'Engagement ' || n, 'Northwind', 'engagement_' || n, $3, 5000000000, $4::json, 'completed',
    now() - n * interval '1 minute'
  from generate_series(1, $2::integer) as n`;

const insertRuns = `insert into platform.runs
  (id, tenant_id, engagement_id, kind, status, started_at, finished_at, cost_nano_usd, input_tokens, output_tokens)
  select 'run-' || n, $1, $2, 'run', 'completed', now() - n * interval '1 hour', now() - n * interval '50 minutes',
    1234567, 41000, 9000
  from generate_series(1, $3::integer) as n`;

const insertDeliverables = `insert into platform.deliverables
  (id, tenant_id, engagement_id, run_id, task_id, filename, content, version, word_count, created_at)
  select 'deliverable-' || n, $1, $2, 'run-1', 'task-' || n, 'deliverable_' || n || '.md', $4, 1, 600,
    now() - n * interval '1 minute'
  from generate_series(1, $3::integer) as n`;
