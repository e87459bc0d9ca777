import type { EngineTask } from '../kernel/runs/engine-task.ts';
import type { CatalogModel } from '../models/catalog.ts';
import { chooseRated } from './choose-model.ts';
import { type Experience, rateModels } from './rate-models.ts';

/** Number of decisions that are drawn, to see how often the router would explore another model. */
const draws = 12;

/**
 * Returns the model that the router currently prefers for a task and its choices in several draws, without recording
 * them. Amounts are in nano-USD. A pinned model (its id) is the only choice.
 */
export function previewModels(
  task: EngineTask,
  {
    experience,
    ...given
  }: {
    models: CatalogModel[];
    experience: Experience;
    remainingNanoUsd: number;
    tasksLeft: number;
    pinned: string | null;
  },
): { best: CatalogModel; chosen: CatalogModel[] } {
  const question = { task, agentSlug: task.agentSlug, past: experience.past, ...given };
  const rated = rateModels(question, experience);
  const choose = (seed: string, mayExplore: boolean) => chooseRated(rated, { ...question, seed, mayExplore }).model;
  const chosen = Array.from({ length: draws }, (_, draw) => choose(`preview ${draw}`, true));
  return { best: choose('preview', false), chosen };
}
