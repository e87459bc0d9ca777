import type { Database } from '@ecp/database/database';
import type { RunRef } from '../kernel/events/emit-event.ts';
import type { CatalogModel } from '../models/catalog.ts';

/**
 * Returns the models that wrote a task's document, also those that took over from the chosen one. A document without a
 * record of its calls counts as the chosen model's.
 */
export async function readWriters(
  database: Database,
  { tenantId, runId }: RunRef,
  taskId: string,
  models: readonly CatalogModel[],
  chosen: readonly CatalogModel[],
): Promise<CatalogModel[]> {
  const [rows] = await database.batchTenant<[{ model: string }]>(tenantId, [
    { name: 'read_writers', text: writers, values: [tenantId, runId, taskId] },
  ]);
  const wrote = rows.flatMap(({ model }) => models.find(({ id }) => id === model) ?? []);
  return wrote.length > 0 ? wrote : chosen.slice(0, 1);
}

const writers = `
  select distinct model from engine.model_calls
  where tenant_id = $1 and run_id = $2 and task_id = $3 and purpose in ('draft', 'revise', 'amend')
    and status = 'settled' and answer is not null
  order by model`;

/** Returns the models that wrote the document of a task in any run of the engagement. */
export async function readWritersOfTask(
  database: Database,
  { tenantId, engagementId, taskId }: { tenantId: string; engagementId: string; taskId: string },
  models: readonly CatalogModel[],
): Promise<CatalogModel[]> {
  const [rows] = await database.batchTenant<[{ model: string }]>(tenantId, [
    { name: 'read_writers_of_task', text: writersOfTask, values: [tenantId, engagementId, taskId] },
  ]);
  return rows.flatMap(({ model }) => models.find(({ id }) => id === model) ?? []);
}

const writersOfTask = `
  select distinct model from engine.model_calls
  where tenant_id = $1 and engagement_id = $2 and task_id = $3 and purpose in ('draft', 'revise', 'amend')
    and status = 'settled'
  order by model`;
