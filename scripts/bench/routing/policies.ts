import type { TaskKind } from '@ecp/model-calls/task-kinds';
import type { CatalogModel, ModelTier } from '../../../apps/engine/src/models/catalog.ts';
import { chooseModel } from '../../../apps/engine/src/routing/choose-model.ts';
import { listCostNanoUsd } from '../../../apps/engine/src/routing/estimate-cost.ts';
import type { PastTask } from '../../../apps/engine/src/routing/past-task.ts';
import type { SeededRandom } from './seeded-random.ts';
import { kinds, type World } from './worlds.ts';

/** The input of a policy: a task, and the records of past tasks of its kind, newest first. */
export interface Asked {
  kind: TaskKind;
  agent: string;
  past: PastTask[];
  seed: string;
  /** The budget of each task. */
  shareNanoUsd: number;
  /** True when the reviewer has sent the document back. */
  isRerun: boolean;
}
export type Policy = (asked: Asked) => CatalogModel;
export const policyNames = ['bandit', 'cheapest', 'best', 'oracle', 'random'] as const;
export type PolicyName = (typeof policyNames)[number];

const tierRank: Record<ModelTier, number> = { economy: 0, standard: 1, premium: 2 };
const most = (models: readonly CatalogModel[], worth: (model: CatalogModel) => number): CatalogModel =>
  models.reduce((a, b) => (worth(b) > worth(a) ? b : a));

/**
 * Makes the product's router or a rule that it must beat. `best` always chooses the flagship, the most expensive model of
 * the highest tier. `oracle` always chooses the model that is truly best on average at the start, which is hidden.
 */
export function makePolicy(name: PolicyName, world: World, random: SeededRandom): Policy {
  const { models } = world;
  const cheapest = most(models, (model) => -listCostNanoUsd(model) * world.wordiness(model));
  const flagship = most(models, (model) => tierRank[model.tier] * 1e12 + listCostNanoUsd(model));
  const oracle = most(models, (model) => kinds.reduce((sum, kind) => sum + world.qualityOf(model, kind, 0), 0));
  const [first, ...rest] = models;
  if (!first) throw new Error('A world without models');
  switch (name) {
    case 'bandit':
      return ({ kind, agent, past, seed, shareNanoUsd, isRerun }) =>
        chooseModel({
          task: { kind, description: 'x'.repeat(400), dependsOn: [] },
          agentSlug: agent,
          models,
          remainingNanoUsd: shareNanoUsd,
          tasksLeft: 1,
          past,
          seed,
          mayExplore: !isRerun,
        }).model;
    case 'cheapest':
      return () => cheapest;
    case 'best':
      return () => flagship;
    case 'oracle':
      return () => oracle;
    case 'random':
      return () => random.pick([first, ...rest]);
  }
}
