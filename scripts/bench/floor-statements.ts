import { randomUUID } from 'node:crypto';
import type { Statement } from '@ecp/database/statement';
import { engagementColumns } from '../../apps/platform/src/work/engagements/engagement-rows.ts';

/** Finds the owner of a key. Unlike the platform, it does not record when the key was last used. */
export const findKey = (keyHash: Buffer): Statement => ({
  name: 'find_key',
  text: `select k.id as key_id, k.name as key_name, k.scope, k.engagement_id, t.id as tenant_id, t.name as tenant_name,
      coalesce(s.status = 'active', false) as subscription_active
    from platform.api_keys k
    join platform.tenants t on t.id = k.tenant_id
    left join platform.subscriptions s on s.tenant_id = t.id
    where k.key_hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`,
  values: [keyHash],
});

/** Selects the first page of the list, plus one row that shows whether there is a next page. */
export const selectPage = (tenantId: string, pageLength: number): Statement => ({
  name: 'list_engagements',
  text: `select ${engagementColumns}, (extract(epoch from created_at) * 1000000)::bigint::text as created_micros
    from platform.engagements where tenant_id = $1 and archived_at is null
    order by created_at desc, id desc limit $2`,
  values: [tenantId, pageLength + 1],
});

/** Selects an engagement's status, as of what the platform has stored. */
export const selectStatus = (tenantId: string, id: string): Statement => ({
  name: 'select_status',
  text: 'select status, budget_nano_usd from platform.engagements where tenant_id = $1 and id = $2',
  values: [tenantId, id],
});

/** Selects the progress of an engagement's latest run. */
export const selectProgress = (tenantId: string, engagementId: string): Statement => ({
  name: 'select_progress',
  text: `select id, status, cost_nano_usd, steps, error, failure_reason from platform.runs
    where tenant_id = $1 and engagement_id = $2 order by started_at desc, id desc limit 1`,
  values: [tenantId, engagementId],
});

/** Selects the log lines of a run. */
export const selectLogLines = (tenantId: string, runId: string): Statement => ({
  name: 'select_log_lines',
  text: `select data, created_at from engine.events
    where tenant_id = $1 and run_id = $2 and type = 'log' order by seq limit 10000`,
  values: [tenantId, runId],
});

export interface NewEngagement {
  name: string;
  client: string;
  brief: string;
  budget: number;
  tasks: unknown[];
}

/** Returns the statements of Create: plan, monthly count, engagement, audit row. The third returns the engagement. */
export function createStatements(tenantId: string, keyId: string, given: NewEngagement): Statement[] {
  const id = randomUUID();
  const slug = given.name.toLowerCase().replaceAll(' ', '-');
  const tasks = JSON.stringify(given.tasks);
  const metadata = JSON.stringify({ name: given.name, apiKeyId: keyId });
  return [
    { name: 'read_plan', text: 'select plan from platform.tenants where id = $1', values: [tenantId] },
    { name: 'count_engagement', text: countOne, values: [tenantId, null] },
    {
      name: 'insert_engagement',
      text: `insert into platform.engagements (id, tenant_id, name, client, slug, brief, budget_nano_usd, tasks)
        values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${engagementColumns}`,
      values: [id, tenantId, given.name, given.client, slug, given.brief, given.budget * 1e9, tasks],
    },
    {
      name: 'record_audit',
      text: `insert into platform.audit_log
        (id, tenant_id, user_id, action, resource_type, resource_id, metadata, ip_address)
        values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      values: [randomUUID(), tenantId, null, 'engagement.create', 'engagement', id, metadata, '127.0.0.1'],
    },
  ];
}

const thisMonth = `date_trunc('month', now() at time zone 'UTC')::date`;
const countOne = `
  insert into platform.monthly_usage as usage (tenant_id, month, engagements_created) values ($1, ${thisMonth}, 1)
  on conflict (tenant_id, month) do update set engagements_created = usage.engagements_created + 1
    where $2::integer is null or usage.engagements_created < $2::integer`;
