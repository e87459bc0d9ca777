import type { CatalogModel, ModelTier } from '../../../apps/engine/src/models/catalog.ts';
import { chooseModel } from '../../../apps/engine/src/routing/choose-model.ts';
import { chooseByEarlierRule, type JudgedTask } from './earlier-rule.ts';
import type { SeededRandom } from './seeded-random.ts';
import { bestChoice, trueCostNanoUsd, type WorldTask } from './true-value.ts';
import type { World } from './worlds.ts';

/** The input of a policy: a task, and the records of the world's past tasks, newest first. */
export interface Asked extends WorldTask {
  past: readonly JudgedTask[];
  seed: string;
  /** True if the reviewer has sent the document back. */
  isRerun: boolean;
}
/** Returns the chosen model, then the models to fall back on. */
export type Policy = (asked: Asked) => CatalogModel[];
export const policyNames = ['router', 'earlier', 'oracle', 'cheapest', 'flagship', 'random'] as const;
export type PolicyName = (typeof policyNames)[number];

/** Budget of each task: a fifth of the default budget. */
const shareNanoUsd = 1e9;
const tierRank: Record<ModelTier, number> = { economy: 0, standard: 1, premium: 2 };
const most = (models: readonly CatalogModel[], worth: (model: CatalogModel) => number): CatalogModel =>
  models.reduce((a, b) => (worth(b) > worth(a) ? b : a));

/**
 * Makes the product's router, its earlier rule or a rule for comparison. `oracle` always makes the truly best choice.
 * `flagship` always chooses the most expensive model of the highest tier.
 */
export function makePolicy(name: PolicyName, world: World, random: SeededRandom): Policy {
  const { models } = world;
  const [first, ...rest] = models;
  if (!first) throw new Error('A world without models');
  const startingWith = (chosen: CatalogModel) => [chosen, ...models.filter((model) => model !== chosen)];
  const cheapest = startingWith(most(models, (model) => -trueCostNanoUsd(world, model)));
  const flagship = startingWith(most(models, (model) => tierRank[model.tier] * 1e12 + trueCostNanoUsd(world, model)));
  switch (name) {
    case 'router':
      return (asked) => {
        const { candidates } = chooseModel({
          ...questionOf(asked, models),
          remainingNanoUsd: shareNanoUsd,
          tasksLeft: 1,
          pinned: null,
        });
        return candidates.flatMap((candidate) => models.find(({ id }) => id === candidate.model) ?? []);
      };
    case 'earlier':
      return (asked) => chooseByEarlierRule({ ...questionOf(asked, models), shareNanoUsd });
    case 'oracle':
      return (asked) => startingWith(bestChoice(world, asked).model);
    case 'cheapest':
      return () => cheapest;
    case 'flagship':
      return () => flagship;
    case 'random':
      return () => startingWith(random.pick([first, ...rest]));
  }
}

function questionOf({ kind, agent, past, seed, isRerun }: Asked, models: CatalogModel[]) {
  const task = { kind, description: 'x'.repeat(400), dependsOn: [] };
  return { task, agentSlug: agent, models, past, seed, mayExplore: !isRerun };
}
