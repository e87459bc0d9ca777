import type { TaskKind } from '@ecp/model-calls/task-kinds';
import type { CatalogModel } from '../../../apps/engine/src/models/catalog.ts';
import { priceInPoints } from '../../../apps/engine/src/routing/choose-model.ts';
import { listCostNanoUsd } from '../../../apps/engine/src/routing/estimate-cost.ts';
import type { PastTask } from '../../../apps/engine/src/routing/past-task.ts';
import { type ReviewOutcome, rewardOf } from '../../../apps/engine/src/routing/reward.ts';
import { makePolicy, type PolicyName } from './policies.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import { agents, kinds, tasksPerKind, type World } from './worlds.ts';

/** A task as it was played; money in USD. */
export interface PlayedTask {
  kind: TaskKind;
  /** Which task of its kind, from 0. */
  nth: number;
  model: string;
  /** Of the last attempt. */
  score: number;
  /** Score of every attempt, in order. */
  scores: number[];
  costUsd: number;
  /** The model is the truly better one: best true score less its price, or within a point of it. */
  isBetter: boolean;
}

/** From here on a reviewer approves, and below there he rejects: what the rubrics describe as sound, and as lacking. */
export const usableScore = 70;
const rejectedScore = 50;
/** Deviation of tasks around a model's quality, and of each judgement around the truth. */
const taskNoise = 6;
const judgeNoise = 4;
const reviewedShare = 0.5;
/** What each task may cost: the default budget over five tasks. */
const shareNanoUsd = 1e9;
/** A document that is sent back is done again, once. */
const attempts = 2;

interface Attempt {
  score: number;
  costNanoUsd: number;
  past: PastTask;
}

/** Plays all tasks of a world by a policy, which sees only what judges and reviewers say. */
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

/** True score of a model on a kind less its price, in points. */
function worthOf(world: World, model: CatalogModel, kind: TaskKind, nth: number): number {
  const costNanoUsd = listCostNanoUsd(model) * world.wordiness(model);
  return world.qualityOf(model, kind, nth) - priceInPoints(costNanoUsd, shareNanoUsd);
}

function isTrulyBetter(world: World, model: CatalogModel, kind: TaskKind, nth: number): boolean {
  const best = Math.max(...world.models.map((other) => worthOf(world, other, kind, nth)));
  return worthOf(world, model, kind, nth) >= best - 1;
}

/** How far the best model is ahead of the next, in points, price included; 0 when two are level. */
export function leadOf(world: World, kind: TaskKind, nth: number): number {
  const [first = 0, second = 0] = world.models.map((model) => worthOf(world, model, kind, nth)).sort((a, b) => b - a);
  return first - second;
}
