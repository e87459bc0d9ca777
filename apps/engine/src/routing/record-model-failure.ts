import type { Database } from '@ecp/database/database';
import type { RunRef } from '../kernel/events/emit-event.ts';
import type { EngineTask } from '../kernel/runs/engine-task.ts';
import type { CatalogModel } from '../models/catalog.ts';

/**
 * Records that a task was left by a model that gave nothing for it, so that the router learns from it as from a
 * rejected document. A repeated step records nothing more.
 */
export async function recordModelFailure(
  database: Database,
  { tenantId, runId }: RunRef,
  { id, agentSlug, kind }: Pick<EngineTask, 'id' | 'agentSlug' | 'kind'>,
  { id: model }: Pick<CatalogModel, 'id'>,
): Promise<void> {
  await database.batchTenant(tenantId, [
    { name: 'record_model_failure', text: insertFailure, values: [tenantId, runId, id, agentSlug, kind, model] },
  ]);
}

const insertFailure = `
  insert into engine.model_failures (tenant_id, run_id, task_id, agent_slug, task_kind, model)
  values ($1, $2, $3, $4, $5, $6)
  on conflict do nothing`;
