import { randomBytes } from 'node:crypto';
import type { Database } from '@ecp/database/database';
import { sql } from '@ecp/database/statement';

const newId = () => randomBytes(12).toString('hex');

export interface EngagementFields {
  name?: string;
  client?: string;
  brief?: string;
  status?: 'pending' | 'running' | 'paused' | 'completed' | 'failed';
  tasks?: unknown[];
  createdAt?: Date;
  archivedAt?: Date | null;
}

/** Inserts an engagement in any state, without the API. Returns its id. */
export async function insertEngagement(
  database: Database,
  tenantId: string,
  fields: EngagementFields = {},
): Promise<string> {
  const id = newId();
  const {
    name = 'Market entry',
    client = 'Acme',
    brief = 'How to enter the market?',
    status = 'pending',
  } = fields;
  await database.batchTenant(tenantId, [
    sql`insert into platform.engagements
      (id, tenant_id, name, client, slug, brief, budget_nano_usd, tasks, status, created_at, archived_at)
      values (${id}, ${tenantId}, ${name}, ${client}, 'market-entry', ${brief}, 5000000000,
        ${JSON.stringify(fields.tasks ?? [])}, ${status}, ${fields.createdAt ?? new Date()}, ${fields.archivedAt ?? null})`,
  ]);
  return id;
}

interface RunFields {
  status?: 'running' | 'paused' | 'completed' | 'failed';
  startedAt?: Date;
  costNanoUsd?: number;
}

/** Inserts a run as the sync with the engine would. Returns its id. */
export async function insertRun(
  database: Database,
  tenantId: string,
  engagementId: string,
  fields: RunFields = {},
): Promise<string> {
  const id = newId();
  const { status = 'completed', startedAt = new Date(), costNanoUsd = 123_456_789 } = fields;
  const finishedAt = status === 'completed' || status === 'failed' ? startedAt : null;
  await database.batchTenant(tenantId, [
    sql`insert into platform.runs
      (id, tenant_id, engagement_id, kind, status, started_at, finished_at, cost_nano_usd, input_tokens, output_tokens)
      values (${id}, ${tenantId}, ${engagementId}, 'run', ${status}, ${startedAt}, ${finishedAt}, ${costNanoUsd}, 1000, 200)`,
  ]);
  return id;
}

interface DeliverableFields {
  runId: string;
  filename?: string;
  version?: number;
  content?: string;
  taskId?: string | null;
  createdAt?: Date;
}

/** Inserts one version of a deliverable. Returns its id. */
export async function insertDeliverable(
  database: Database,
  tenantId: string,
  engagementId: string,
  fields: DeliverableFields,
): Promise<string> {
  const id = newId();
  const {
    runId,
    filename = 'report.md',
    version = 1,
    taskId = 'task-1',
    createdAt = new Date(),
  } = fields;
  const content = fields.content ?? `# ${filename}\n\nVersion ${version}\n`;
  await database.batchTenant(tenantId, [
    sql`insert into platform.deliverables
      (id, tenant_id, engagement_id, run_id, task_id, filename, content, version, word_count, created_at)
      values (${id}, ${tenantId}, ${engagementId}, ${runId}, ${taskId}, ${filename}, ${content}, ${version},
        ${content.split(/\s+/).filter(Boolean).length}, ${createdAt})`,
  ]);
  return id;
}
