import type { EngineServices } from '../kernel/engine-services.ts';
import type { CatalogModel } from '../models/catalog.ts';
import type { EngineTask } from '../kernel/runs/engine-task.ts';
import { chooseModel } from './choose-model.ts';
import { readPastTasks } from './read-past-tasks.ts';

/** Decisions that are drawn, to see how often the router would try out another model than the best. */
const draws = 12;

/**
 * The model that the router thinks best for a task now, and what it would choose in several draws of its decision;
 * records none. Money in nano-USD.
 */
export async function previewModels(
  { database, models }: EngineServices,
  tenantId: string,
  task: EngineTask,
  money: { remainingNanoUsd: number; tasksLeft: number },
): Promise<{ best: CatalogModel; chosen: CatalogModel[] }> {
  const past = await readPastTasks(database, tenantId, task.kind);
  const choose = (seed: string, mayExplore: boolean) =>
    chooseModel({ task, agentSlug: task.agentSlug, models, past, ...money, seed, mayExplore }).model;
  const chosen = Array.from({ length: draws }, (_, draw) => choose(`preview ${draw}`, true));
  return { best: choose('preview', false), chosen };
}
