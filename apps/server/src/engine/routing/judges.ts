import type { Database } from '@ecp/database/database';
import type { RunRef } from '../kernel/events.ts';
import { type CatalogModel, type ModelTier, nameAtProvider } from '../models/catalog.ts';

const byPrice = (a: CatalogModel, b: CatalogModel) =>
  a.inputPerMillion + a.outputPerMillion - (b.inputPerMillion + b.outputPerMillion);
const tierOrder: readonly ModelTier[] = ['standard', 'premium', 'economy'];

/**
 * Orders the judges of a run: standard by price, premium, economy; the same for all tasks, for
 * comparable scores.
 */
export function judgeModels(models: readonly CatalogModel[]): CatalogModel[] {
  const cheapestFirst = models.toSorted(byPrice);
  if (!cheapestFirst.some(({ tier }) => tier === 'standard')) return cheapestFirst;
  return tierOrder.flatMap((tier) => cheapestFirst.filter((model) => model.tier === tier));
}

export function judgeModel(models: readonly CatalogModel[]): CatalogModel {
  const [model] = judgeModels(models);
  if (!model) throw new Error('No model is available');
  return model;
}

interface JudgeCandidates {
  models: readonly CatalogModel[];
  judges: readonly CatalogModel[];
}

/**
 * Orders the judges of a document of `writers`: the catalogue's judges, then models that write,
 * each time other providers first. No writer and no offline model judges.
 */
export function supportJudges(
  { models, judges }: JudgeCandidates,
  writers: readonly CatalogModel[],
): CatalogModel[] {
  const providers = new Set(writers.map(({ provider }) => provider));
  const wrote = (model: CatalogModel) => writers.some((writer) => isSame(writer, model));
  const ordered = [judges, models].flatMap((candidates) => {
    const others = judgeModels(candidates).filter(
      (model) => model.provider !== 'local' && !wrote(model),
    );
    const [foreign, own] = [false, true].map((isOwn) =>
      others.filter(({ provider }) => providers.has(provider) === isOwn),
    );
    return [...(foreign ?? []), ...(own ?? [])];
  });
  return ordered.filter(
    (model, at) => ordered.findIndex((earlier) => isSame(earlier, model)) === at,
  );
}

/**
 * Orders the models of other providers than the writers', best first, without the offline model.
 */
export function foreignModels(
  models: readonly CatalogModel[],
  writers: readonly CatalogModel[],
): CatalogModel[] {
  const providers = new Set(writers.map(({ provider }) => provider));
  return supportJudges({ models, judges: [] }, writers).filter(
    ({ provider }) => !providers.has(provider),
  );
}

/** An entry may put its provider before the name. */
function isSame(one: CatalogModel, other: CatalogModel): boolean {
  return one.provider === other.provider && nameAtProvider(one) === nameAtProvider(other);
}

/** Returns the models that wrote a task's document; without records of calls, the chosen model. */
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
  where tenant_id = $1 and run_id = $2 and task_id = $3 and purpose in ('draft', 'revise', 'amend', 'write')
    and status = 'settled' and answer is not null
  order by model`;

/** Returns the models that answered the questions of a `grid` run. */
export async function readWritersOfGrid(
  database: Database,
  { tenantId, runId }: RunRef,
  models: readonly CatalogModel[],
): Promise<CatalogModel[]> {
  const [rows] = await database.batchTenant<[{ model: string }]>(tenantId, [
    { name: 'read_writers_of_grid', text: writersOfGrid, values: [tenantId, runId] },
  ]);
  return rows.flatMap(({ model }) => models.find(({ id }) => id === model) ?? []);
}

const writersOfGrid = `
  select distinct model from engine.model_calls
  where tenant_id = $1 and run_id = $2 and purpose = 'grid' and status = 'settled' and answer is not null
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
  where tenant_id = $1 and engagement_id = $2 and task_id = $3 and purpose in ('draft', 'revise', 'amend', 'write')
    and status = 'settled'
  order by model`;
