import type { CatalogModel } from '../../../apps/engine/src/models/catalog.ts';
import { approvedNanoUsd, readingNanoUsd } from '../../../apps/engine/src/routing/estimates.ts';
import type { ReviewOutcome } from '../../../apps/engine/src/routing/past-tasks.ts';
import { judgeScoreOf } from '../../../apps/engine/src/routing/past-tasks.ts';
import type { JudgedTask } from './earlier-rule.ts';
import { makePolicy, type PolicyName } from './policies.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import {
  bestChoice,
  isCheap,
  judgeNoise,
  losesMoreThan,
  rejectedScore,
  taskNoise,
  trueCostNanoUsd,
  trueValueOf,
  usableScore,
  type WorldTask,
} from './true-value.ts';
import { agents, kinds, tasksPerKind, type World } from './worlds.ts';

/** A played task. Money is in nano-USD. */
export interface PlayedTask extends WorldTask {
  /** Value of the approved document, minus the cost of all attempts and the time to read them. */
  netValueNanoUsd: number;
  costNanoUsd: number;
  /** True if the choice loses more than a tenth, or a fifth, of a document's value against the best one. */
  losesTenth: boolean;
  losesFifth: boolean;
  /** True if the model costs about as little as the cheapest one. */
  isCheap: boolean;
  /** Number of models that were tried for it and failed. */
  failures: number;
}

/** Most attempts at a task. A document that is not approved is written once more. */
const attempts = 2;
/** Most past tasks and failures that a rule sees. The product's router sees about as many. */
const lookBackTasks = 400;

/** Plays all tasks of a world with a policy, which sees only the opinions of judges and reviewers. */
export function playWorld(world: World, number: number, name: PolicyName): PlayedTask[] {
  const random = seededRandom(number * 104_729 + 5);
  const choose = makePolicy(name, world, seededRandom(number));
  const past: JudgedTask[] = [];
  const played: PlayedTask[] = [];
  for (let nth = 0; nth < tasksPerKind; nth += 1) {
    for (const kind of kinds) {
      const task = { kind, nth, agent: random.pick(agents) };
      const known = past.length;
      let model: CatalogModel | undefined;
      let [costNanoUsd, readings, approved] = [0, 0, false];
      while (readings < attempts && !approved) {
        const seed = `world-${number}\n${kind}-${nth}-${readings}`;
        const order = choose({ ...task, past: past.slice(0, lookBackTasks), seed, isRerun: readings > 0 });
        model ??= order[0];
        const made = attemptTask(world, order, task, random);
        past.unshift(...made.past);
        costNanoUsd += made.costNanoUsd;
        approved = made.approved;
        readings += 1;
      }
      if (!model) throw new Error('No attempt was made');
      const [chosen, best] = [trueValueOf(world, model, task), bestChoice(world, task)];
      played.push({
        ...task,
        costNanoUsd,
        netValueNanoUsd: (approved ? approvedNanoUsd : 0) - costNanoUsd - readings * readingNanoUsd,
        losesTenth: losesMoreThan(0.1, chosen, best),
        losesFifth: losesMoreThan(0.2, chosen, best),
        isCheap: isCheap(world, model),
        failures: past.slice(0, past.length - known).filter(({ failed }) => failed).length,
      });
    }
  }
  return played;
}

/**
 * Writes a document with the first working model of the order. Returns its cost, its review and the new records, newest
 * first.
 */
function attemptTask(world: World, order: readonly CatalogModel[], task: WorldTask, random: SeededRandom) {
  const working = order.findIndex((model) => !world.isBroken(model, task.nth));
  const model = order[working];
  if (!model) throw new Error('Every model is broken');
  const clamp = (score: number) => Math.min(100, Math.max(0, score));
  const quality = world.qualityOf(model, task.kind, task.nth) + world.agentEffect(model, task.agent);
  const score = clamp(random.normal(quality, taskNoise));
  const judge = () => clamp(random.normal(75 + world.judgeSlope * (score - 75), judgeNoise));
  const [observerScore, evaluatorScore] = [judge(), judge()];
  const seen = random.normal(score, judgeNoise);
  const approved = seen >= usableScore;
  const outcome: ReviewOutcome = approved ? 'approved' : seen >= rejectedScore ? 'revision_requested' : 'rejected';
  const review = random.uniform() < world.reviewedShare ? outcome : null;
  const costNanoUsd = trueCostNanoUsd(world, model) * (0.8 + 0.4 * random.uniform());
  const common = { kind: task.kind, agentSlug: task.agent, ageDays: 0 };
  const judged: JudgedTask = {
    ...{ ...common, model: model.id, review, failed: false, costNanoUsd },
    ...{ observerScore, evaluatorScore, score: judgeScoreOf({ observerScore, evaluatorScore }) },
  };
  const nothing = { score: null, observerScore: null, evaluatorScore: null, review: null, costNanoUsd: null };
  const failed = order.slice(0, working).map((broken): JudgedTask => {
    return { ...common, ...nothing, model: broken.id, failed: true };
  });
  return { costNanoUsd, approved, past: [judged, ...failed.toReversed()] };
}
