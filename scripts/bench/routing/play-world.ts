import type { TaskKind } from '@ecp/model-calls/task-kinds';
import type { CatalogModel } from '../../../apps/engine/src/models/catalog.ts';
import { priceInPoints } from '../../../apps/engine/src/routing/choose-model.ts';
import { listCostNanoUsd } from '../../../apps/engine/src/routing/estimate-cost.ts';
import type { PastTask } from '../../../apps/engine/src/routing/past-task.ts';
import { type ReviewOutcome, rewardOf } from '../../../apps/engine/src/routing/reward.ts';
import { makePolicy, type PolicyName } from './policies.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import { agents, kinds, tasksPerKind, type World } from './worlds.ts';

/** A played task. Money is in USD. */
export interface PlayedTask {
  kind: TaskKind;
  /** Index of the task among those of its kind. */
  nth: number;
  model: string;
  /** Score of the last attempt. */
  score: number;
  /** Scores of all attempts, in order. */
  scores: number[];
  costUsd: number;
  /** True when the model has the best true score minus price, or is within one point of it. */
  isBetter: boolean;
}

/** A reviewer approves from `usableScore` and rejects below `rejectedScore`, as the rubrics define sound and lacking. */
export const usableScore = 70;
const rejectedScore = 50;
/** Standard deviation of tasks around a model's quality, and of judgements around the true score. */
const taskNoise = 6;
const judgeNoise = 4;
const reviewedShare = 0.5;
/** Budget of each task: the default budget divided by five tasks. */
const shareNanoUsd = 1e9;
/** Number of attempts. A document that is sent back is written once more. */
const attempts = 2;

interface Attempt {
  score: number;
  costNanoUsd: number;
  past: PastTask;
}

/** Plays all tasks of a world with a policy, which sees only the opinions of judges and reviewers. */
export function playWorld(world: World, number: number, name: PolicyName): PlayedTask[] {
  const random = seededRandom(number * 104_729 + 5);
  const choose = makePolicy(name, world, seededRandom(number));
  const history = new Map<TaskKind, PastTask[]>(kinds.map((kind) => [kind, []]));
  const played: PlayedTask[] = [];
  for (let nth = 0; nth < tasksPerKind; nth += 1) {
    for (const kind of kinds) {
      const past = history.get(kind) ?? [];
      const agent = random.pick(agents);
      const made: Attempt[] = [];
      let model: CatalogModel | undefined;
      while (made.length < attempts && (made.at(-1)?.score ?? 0) < usableScore) {
        const seed = `world-${number}\n${kind}-${nth}-${made.length}`;
        const chosen = choose({ kind, agent, past, seed, shareNanoUsd, isRerun: made.length > 0 });
        model ??= chosen;
        const attempt = attemptTask(world, { model: chosen, kind, agent, nth }, random);
        made.push(attempt);
        past.unshift(attempt.past);
      }
      if (!model) throw new Error('No attempt was made');
      const scores = made.map(({ score }) => score);
      const costUsd = made.reduce((sum, { costNanoUsd }) => sum + costNanoUsd, 0) / 1e9;
      const isBetter = isTrulyBetter(world, model, kind, nth);
      played.push({ kind, nth, model: model.id, score: scores.at(-1) ?? 0, scores, costUsd, isBetter });
    }
  }
  return played;
}

interface Work {
  model: CatalogModel;
  kind: TaskKind;
  agent: string;
  nth: number;
}

function attemptTask(world: World, { model, kind, agent, nth }: Work, random: SeededRandom): Attempt {
  const clamp = (score: number) => Math.min(100, Math.max(0, score));
  const score = clamp(random.normal(world.qualityOf(model, kind, nth) + world.agentEffect(model, agent), taskNoise));
  const judge = () => clamp(random.normal(score, judgeNoise));
  const costNanoUsd = listCostNanoUsd(model) * world.wordiness(model) * (0.8 + 0.4 * random.uniform());
  const [observerScore, evaluatorScore, seen] = [judge(), judge(), judge()];
  const outcome: ReviewOutcome =
    seen >= usableScore ? 'approved' : seen >= rejectedScore ? 'revision_requested' : 'rejected';
  const review = random.uniform() < reviewedShare ? outcome : null;
  const reward = rewardOf({ observerScore, evaluatorScore, review }) ?? 0;
  return { score, costNanoUsd, past: { model: model.id, agentSlug: agent, reward, costNanoUsd, ageDays: 0 } };
}

/** Returns the true score of a model on a kind minus its price, in points. */
function worthOf(world: World, model: CatalogModel, kind: TaskKind, nth: number): number {
  const costNanoUsd = listCostNanoUsd(model) * world.wordiness(model);
  return world.qualityOf(model, kind, nth) - priceInPoints(costNanoUsd, shareNanoUsd);
}

function isTrulyBetter(world: World, model: CatalogModel, kind: TaskKind, nth: number): boolean {
  const best = Math.max(...world.models.map((other) => worthOf(world, other, kind, nth)));
  return worthOf(world, model, kind, nth) >= best - 1;
}

/** Returns the lead of the best model over the next, in points, after price; 0 when two are equal. */
export function leadOf(world: World, kind: TaskKind, nth: number): number {
  const [first = 0, second = 0] = world.models.map((model) => worthOf(world, model, kind, nth)).sort((a, b) => b - a);
  return first - second;
}
