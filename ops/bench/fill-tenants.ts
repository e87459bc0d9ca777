import { createHash } from 'node:crypto';
import pg from 'pg';

/** Number of rows to make. One tenant has all of `engagements`; every other tenant has ten. */
export interface FillPlan {
  engagements: number;
  tenants: number;
  /** Documents of an engagement, about 4 kB of text each. */
  documents: number;
  /** Entries of the audit log of an engagement, at most three. */
  auditEntries: number;
}

/** Id of the tenant that has all engagements of the plan. */
export const largeTenant = 'tenant-0';
/** Its raw API key. The statement that inserts the keys makes its hash in the same way. */
export const tenantKey = `svc_live_${createHash('md5').update(largeTenant).digest('hex')}`;

/** Engagements of each other tenant. */
const othersEngagements = 10;
/** Engagements of one statement. */
const batchSize = 100_000;

/**
 * Fills a migrated, empty database by set-based statements, as superuser. Triggers and foreign keys
 * are off meanwhile, so the rows that triggers make are made here too, and every foreign key is
 * checked at the end. Ends with `vacuum analyze`. Throws when a row refers to nothing.
 */
export async function fillTenants(
  url: string,
  plan: FillPlan,
  report: (line: string) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`set session_replication_role = replica`);
    await client.query(`set synchronous_commit = off`);
    await client.query(`set maintenance_work_mem = '1GB'`);
    await client.query(`set max_parallel_maintenance_workers = 0`);
    const indexes = await dropIndexes(client);
    await client.query(insertTenants, [plan.tenants]);
    for (const text of ofTenants) await client.query(text);
    const all = plan.engagements + (plan.tenants - 1) * othersEngagements;
    for (let first = 1; first <= all; first += batchSize) {
      await fillBatch(client, plan, first, Math.min(all, first + batchSize - 1));
      report(`${Math.min(all, first + batchSize - 1)} of ${all} engagements`);
    }
    await client.query(chainAggregate);
    await client.query(insertLinks);
    await client.query(insertHeads);
    report('audit log chained');
    for (const text of indexes) {
      await client.query(text);
      report(text.slice(0, 90));
    }
    await client.query(continueIdentity);
    await client.query('alter index platform.search_texts_keys alter column 1 set statistics 0');
    await checkForeignKeys(client);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

/**
 * Drops the indexes of the filled tables that are no constraints; returns the statements that make
 * them again.
 */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select format('%I.%I', schemaname, indexname) as name, indexdef as definition from pg_indexes
      where schemaname in ('platform', 'engine') and format('%I.%I', schemaname, tablename) = any($1)
        and not exists (select from pg_constraint where conname = indexname)
      order by indexname`,
    [filledTables],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

const filledTables = [
  'platform.engagements',
  'platform.runs',
  'platform.deliverables',
  'platform.quality_scores',
  'platform.comments',
  'platform.audit_log',
  'platform.audit_links',
  'platform.search_texts',
  'platform.outbox_events',
  'engine.runs',
  'engine.events',
];

async function fillBatch(
  client: pg.Client,
  { engagements, documents, auditEntries }: FillPlan,
  first: number,
  last: number,
): Promise<void> {
  const range = [engagements, first, last];
  await client.query(insertEngagements, range);
  await client.query(insertEarlierRuns, range);
  await client.query(insertRuns, range);
  await client.query(insertComments, range);
  await client.query(insertDeliverables, [...range, documents]);
  await client.query(insertScores, [...range, documents]);
  await client.query(insertAudit, [...range, auditEntries]);
  await client.query(insertSearchTexts, [...range, documents]);
  await client.query(insertOutbox, range);
  await client.query(insertEngineRuns, range);
  await client.query(insertEngineEvents, range);
}

const insertTenants = `insert into platform.tenants (id, name, slug, plan)
  select 'tenant-' || n, 'Tenant ' || n, 'tenant-' || n, 'enterprise' from generate_series(0, $1::integer - 1) n`;

/** The rows that each tenant has once. */
const ofTenants = [
  `insert into platform.subscriptions (tenant_id, provider, status, plan)
    select id, 'local', 'active', 'enterprise' from platform.tenants`,
  `insert into platform.users (id, tenant_id, email, name, role)
    select t.id || '-user-' || n, t.id, 'user-' || n || '@' || t.id || '.example', 'Person ' || n,
      case n when 0 then 'owner' else 'member' end
    from platform.tenants t, generate_series(0, 4) n`,
  `insert into platform.api_keys (id, tenant_id, name, prefix, key_hash, scope, created_by)
    select id || '-key', id, 'Growth', 'svc_live_' || left(md5(id), 4), sha256(convert_to('svc_live_' || md5(id), 'UTF8')),
      'read_write', id || '-user-0'
    from platform.tenants`,
  `insert into platform.list_versions (tenant_id) select id from platform.tenants`,
  `insert into platform.audit_heads (tenant_id) select id from platform.tenants`,
  // The daily analyses of all tenants would be due when the platform starts.
  `insert into platform.pattern_analyses (id, tenant_id, status, started_at, finished_at)
    select id || '-analysis', id, 'completed', now(), now() from platform.tenants`,
];

/**
 * The engagements from $2 to $3. The first $1 are those of the large tenant, the last of which is
 * the newest.
 */
const series = `(
    select n, 'e' || lpad(n::text, 9, '0') as id,
      case when n <= $1::integer then '${largeTenant}' else 'tenant-' || 1 + (n - $1::integer - 1) / ${othersEngagements} end as tenant_id,
      date_trunc('day', now()) - ($1 - 1 - (n - 1) % $1) * interval '20 seconds' as created_at,
      case when n % 20 = 7 then 'failed' when n % 50 = 3 then 'pending' else 'completed' end as status,
      case when n % 20 = 7 then 'failed' else 'completed' end as run_status,
      (array['Northwind', 'Contoso', 'Fabrikam', 'Adventure', 'Litware', 'Tailspin', 'Wingtip', 'Proseware'])[1 + n % 8]
        || ' ' || n / 40 as client
    from generate_series($2::integer, $3::integer) n
  ) e`;

const words = `array['margin', 'subscription', 'logistics', 'warehouse', 'pricing', 'retention', 'supplier', 'regulation',
  'roastery', 'household', 'distribution', 'procurement', 'forecast', 'inventory', 'audience', 'partnership']`;

/** 28 words, three of which only this text has. */
const brief = (
  seed: string,
) => `(select string_agg((${words})[1 + ((${seed})::bigint * 31 + w * w * 7) % 16], ' ')
  from generate_series(1, 25) w) || ' term' || ${seed} % 5000 || ' topic' || (${seed}) / 7 || ' case' || (${seed})`;

/** A document of about 4 kB. */
const document = (seed: string) =>
  `'# Findings of case ' || (${seed}) || e'\\n\\n' || repeat((${words})[1 + (${seed}) % 16] || ' decides what the first year would cost, and the plan says how. ', 60)`;

const insertEngagements = `insert into platform.engagements
    (id, tenant_id, name, client, slug, brief, budget_nano_usd, tasks, status, created_at, updated_at, owner_id, due_date)
  select id, tenant_id, 'Engagement ' || n, client, 'engagement_' || n, ${brief('n')}, 5000000000,
    '[{"id":"market","name":"Market research","agent":"market-analyst","description":"Size the market."},{"id":"plan","name":"Growth plan","agent":"strategist","description":"Bring it together.","dependsOn":["market"]}]',
    status, created_at, created_at + interval '40 minutes', tenant_id || '-user-' || n % 5,
    case when n % 3 = 0 then (created_at + interval '30 days')::date end
  from ${series}`;

const routing = `json_build_object('agents', '[]'::json, 'delegations', '[]'::json, 'modelRouting', json_build_array(
  json_build_object('taskId', 'task-1', 'agentSlug', 'market-analyst', 'agentRole', 'Market analyst', 'department', 'research',
    'selectedModel', case n % 3 when 0 then 'model-large' else 'model-small' end, 'observerScore', 80 + n % 15, 'cost', 0.01 + (n % 40) * 0.001),
  json_build_object('taskId', 'task-2', 'agentSlug', 'strategist', 'agentRole', 'Strategist', 'department', 'strategy',
    'selectedModel', 'model-large', 'observerScore', 70 + n % 25, 'cost', 0.02 + (n % 30) * 0.001)))`;

/**
 * Newest engagements of the large tenant whose failed runs and open comments wait, and whose
 * documents wait for a review: as many in a small tenant as in a large one.
 */
export const waiting = { engagements: 1_000, inReview: 200 } as const;

const newest = `n between $1::integer - ${waiting.engagements - 1} and $1::integer`;

/** First attempts, which have failed and were followed by the run that counts. */
const insertEarlierRuns = `insert into platform.runs
    (id, tenant_id, engagement_id, kind, status, started_at, finished_at, error, failure_reason, started_by, superseded)
  select 'f' || n, tenant_id, id, 'run', 'failed', created_at + interval '1 minute', created_at + interval '2 minutes',
    'The run has failed', 'tasks_failed', tenant_id || '-user-0', true
  from ${series} where n % 20 = 9`;

const insertComments = `insert into platform.comments
    (id, tenant_id, engagement_id, body, author_kind, author_name, status, resolved_at, created_at)
  select 'c' || n, tenant_id, id, 'Where does the figure of case ' || n || ' come from?', 'user', 'Person 1',
    case when ${newest} then 'open' else 'resolved' end, case when not (${newest}) then created_at + interval '2 hours' end,
    created_at + interval '1 hour'
  from ${series} where n % 10 = 1`;

const insertRuns = `insert into platform.runs
    (id, tenant_id, engagement_id, kind, status, started_at, finished_at, cost_nano_usd, input_tokens, output_tokens, steps, error, failure_reason, analytics, started_by, recorded)
  select 'r' || n, tenant_id, id, 'run', run_status, created_at + interval '5 minutes',
    created_at + interval '40 minutes', 40000000, 41000, 9000, 12,
    case run_status when 'failed' then 'The run has failed' end,
    case when run_status = 'failed' then case when ${newest} then 'tasks_failed' else 'stopped' end end, ${routing},
    tenant_id || '-user-0', true
  from ${series} where status <> 'pending'`;

const insertDeliverables = `insert into platform.deliverables
    (id, tenant_id, engagement_id, run_id, task_id, filename, content, version, word_count, created_at, approval_status, reviewed_at, reviewer_name, reviewer_kind)
  select 'd' || n || '-' || k, tenant_id, id, 'r' || n, 'task-' || k, 'document_' || k || '.md', ${document('n')}, 1, 640,
    created_at + interval '38 minutes', approval,
    case when approval <> 'pending_review' then created_at + interval '3 hours' end,
    case when approval <> 'pending_review' then 'Person 1' end, case when approval <> 'pending_review' then 'user' end
  from ${series}, generate_series(1, $4::integer) k,
    lateral (select case when n between $1::integer - ${waiting.inReview - 1} and $1 or n > $1 and n % 50 = 0 then 'pending_review' when n % 10 = 4 then 'revision_requested'
      when n % 25 = 5 then 'rejected' else 'approved' end as approval) reviewed
  where status <> 'pending'`;

const insertScores = `insert into platform.quality_scores
    (id, tenant_id, engagement_id, run_id, task_id, task_name, score, rubric_type, rubric_version, feedback, criteria, created_at)
  select 's' || n || '-' || k, tenant_id, id, 'r' || n, 'task-' || k, 'Task ' || k, 60 + (n * 7) % 40,
    case k when 1 then 'research' else 'strategy' end, 1, repeat('Says what is uncertain and why. ', 8),
    json_build_array(json_build_object('id', 'evidence', 'score', 60 + (n * 3) % 40), json_build_object('id', 'clarity', 'score', 55 + (n * 11) % 45)),
    created_at + interval '39 minutes'
  from ${series}, generate_series(1, $4::integer) k where status <> 'pending'`;

/** Entries of each engagement: created, started, reviewed. */
const insertAudit = `insert into platform.audit_log
    (id, tenant_id, user_id, action, resource_type, resource_id, metadata, ip_address, created_at)
  select 'a' || n || '-' || k, tenant_id, tenant_id || '-user-0',
    (array['engagement.create', 'run.start', 'deliverable.review'])[k], (array['engagement', 'run', 'deliverable'])[k],
    (array[id, 'r' || n, 'd' || n || '-1'])[k], json_build_object('name', 'Engagement ' || n), '203.0.113.7',
    created_at + k * interval '5 minutes'
  from ${series}, generate_series(1, $4::integer) k`;

/** The running hash of a chain, as the trigger of the audit log computes it. */
const chainAggregate = `
  create function pg_temp.chain_step(head text, committed text) returns text language sql immutable
    return platform.hash_text(head || e'\\n' || committed);
  create aggregate pg_temp.chain_hash(text) (sfunc = pg_temp.chain_step, stype = text, initcond = '')`;

const chained = `(
    select entry, chain.id as chain_id, entry.id || '-salt' as salt,
      row_number() over (partition by entry.tenant_id order by entry.created_at, entry.id) as position
    from platform.audit_log entry join platform.audit_heads chain on chain.tenant_id = entry.tenant_id
  ) placed`;

const insertLinks = `insert into platform.audit_links (entry_id, tenant_id, chain_id, position, salt, committed, hash)
  select (entry).id, (entry).tenant_id, chain_id, position, salt, committed,
    pg_temp.chain_hash(committed) over (partition by chain_id order by position)
  from (
    select *, platform.audit_committed(entry, position, platform.audit_names(entry, salt)) as committed from ${chained}
  ) linked`;

const insertHeads = `update platform.audit_heads h set entries = last.position, head = last.hash
  from (select distinct on (chain_id) chain_id, position, hash from platform.audit_links order by chain_id, position desc) last
  where last.chain_id = h.id`;

/** The rows of engagements and documents, as the search makes them of texts of plain words. */
const insertSearchTexts = `insert into platform.search_texts (tenant_id, id, engagement_id, kind, source_id, title, words)
  select tenant_id, n * ($4::integer + 1) + k, id, case k when 0 then 'engagement' else 'deliverable' end,
    case k when 0 then id else 'd' || n || '-' || k end,
    case k when 0 then 'Engagement ' || n || ' · ' || client else 'Findings of case ' || n end,
    case k when 0 then lower(' engagement ' || n || ' ' || client) || e'\\n ' || ${brief('n')}
      else ' findings of case ' || n || e'\\n document ' || k || ' md findings of case ' || n || ' '
        || (${words})[1 + n % 16] || ' decides what the first year would cost and the plan says how' end
  from ${series}, generate_series(0, $4::integer) k where k = 0 or status <> 'pending'`;

const continueIdentity = `select setval(pg_get_serial_sequence('platform.search_texts', 'id'), max(id))
  from platform.search_texts`;

/** Events that are younger than their retention: those of the newest twentieth. */
const recent = `status <> 'pending' and n > $1::integer - $1::integer / 20 and n <= $1::integer`;

const insertOutbox = `insert into platform.outbox_events (id, tenant_id, event, data, created_at)
  select 'o' || n || '-' || k, tenant_id, (array['engagement.started', 'deliverable.ready', 'engagement.completed'])[k],
    json_build_object('engagementId', id, 'runId', 'r' || n), created_at + k * interval '5 minutes'
  from ${series}, generate_series(1, 3) k where ${recent}`;

const insertEngineRuns = `insert into engine.runs
    (id, tenant_id, engagement_id, status, input, cost_nano_usd, input_tokens, output_tokens, steps, last_event, started_at, finished_at)
  select 'r' || n, tenant_id, id, run_status, json_build_object('brief', 'Brief ' || n), 40000000, 41000, 9000, 12, 20,
    created_at + interval '5 minutes', created_at + interval '40 minutes'
  from ${series} where ${recent}`;

const insertEngineEvents = `insert into engine.events (tenant_id, run_id, seq, event_key, type, data, created_at)
  select tenant_id, 'r' || n, k, 'event-' || k, case k % 2 when 0 then 'log' else 'cost' end,
    json_build_object('message', 'Step ' || k || ' of the task has been done by its agent.'), created_at + k * interval '1 minute'
  from ${series}, generate_series(1, 20) k where ${recent}`;

/** Checks each foreign key of the schemas. Throws when a row refers to nothing. */
async function checkForeignKeys(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; statement: string }>(selectChecks);
  for (const { name, statement } of rows) {
    const { rowCount } = await client.query(statement);
    if (rowCount !== 0) throw new Error(`Rows break the foreign key ${name}`);
  }
}

const selectChecks = `
  select c.conname as name, format('select from %s f where %s and not exists (select from %s t where %s) limit 1',
    c.conrelid::regclass, string_agg(format('f.%I is not null', a.attname), ' and '), c.confrelid::regclass,
    string_agg(format('t.%I = f.%I', b.attname, a.attname), ' and ')) as statement
  from pg_constraint c
  cross join lateral unnest(c.conkey, c.confkey) as k (own, other)
  join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own
  join pg_attribute b on b.attrelid = c.confrelid and b.attnum = k.other
  where c.contype = 'f' and c.connamespace in ('platform'::regnamespace, 'engine'::regnamespace)
  group by c.oid, c.conname, c.conrelid, c.confrelid`;
