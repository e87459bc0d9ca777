import type { TaskKind } from '@ecp/model-calls/task-kinds';
import type { CatalogModel, ModelTier } from '../../../apps/engine/src/models/catalog.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

/**
 * The models of a world and the facts that the router does not know: quality by kind of task, real cost, and judging.
 */
export interface World {
  models: CatalogModel[];
  /** Mean score of a model at the n-th task of a kind, without the effect of the agent. */
  qualityOf(model: CatalogModel, kind: TaskKind, nth: number): number;
  /** Effect of an agent on a model's score, in points. */
  agentEffect(model: CatalogModel, agent: string): number;
  /** Real cost of a task as a multiple of the list price of a typical one. */
  wordiness(model: CatalogModel): number;
  /** True if the model gives no document at the n-th task of each kind. */
  isBroken(model: CatalogModel, nth: number): boolean;
  /** The rise of the judges' scores with each point of quality. They are right at a score of 75. */
  judgeSlope: number;
  /** The share of documents whose review the router learns. */
  reviewedShare: number;
}

export const kinds: readonly [TaskKind, ...TaskKind[]] = ['research', 'analysis', 'strategy'];
export const agents: readonly [string, ...string[]] = ['first-agent', 'second-agent'];
/** Number of tasks of each kind in one world. In changing worlds, the models change in the middle. */
export const tasksPerKind = 80;

/** A family of worlds. Families differ in the facts that are drawn at random and in the ranges. */
export type Family = 'rivals' | 'tiers' | 'catalogue' | 'changing' | 'equal' | 'equal-weak' | 'flat-judge' | 'broken';
export const families: Record<Family, string> = {
  rivals: 'four models with similar prices (0.7 to 1.6 times), each good at different kinds: quality 75 ± 10 by kind',
  tiers: 'an economy, a standard and a premium model at 1 : 3 : 5; quality 64 ± 10, 76 ± 8, 85 ± 5 by kind',
  catalogue: 'six models of three providers at the prices of the shipped catalogue; quality as in tiers',
  changing: 'the rivals, but in the middle the best model of each kind loses 20 points and the worst gains 20',
  equal: 'the models of tiers and of catalogue in turn, all of the same quality: 78 to 92, drawn for each kind',
  'equal-weak': 'the same, but so weak that none is good often enough: quality 68 to 78',
  'flat-judge':
    'the models of tiers, catalogue and rivals in turn; judges see a quarter of each difference, and every fourth document is reviewed',
  broken:
    'the models of catalogue, but the truly best one on average fails at every task, in every other world from the middle on',
};

/** Lowest and highest quality of worlds whose models are all equal. */
const equalQuality = { equal: [78, 92], 'equal-weak': [68, 78] } as const;
const isEqual = (family: Family): family is keyof typeof equalQuality => family in equalQuality;
type Models = 'rivals' | 'tiers' | 'catalogue';

const tierQuality: Record<ModelTier, { mean: number; deviation: number }> = {
  economy: { mean: 64, deviation: 10 },
  standard: { mean: 76, deviation: 8 },
  premium: { mean: 85, deviation: 5 },
};
const rivalQuality = { mean: 75, deviation: 10 };

const model = (id: string, tier: ModelTier, inputPerMillion: number, outputPerMillion: number): CatalogModel => {
  return { id, provider: 'openai-compatible', tier, inputPerMillion, outputPerMillion };
};

/** Makes the world of a family with this number. */
export function makeWorld(family: Family, number: number): World {
  const random = seededRandom(number * 7_919 + 17);
  const drawn = modelsOf(family, number);
  const models = drawModels(drawn, random);
  const { quality, later } = drawQualities(family, drawn, models, random);
  const effects = new Map(
    models.flatMap(({ id }) => agents.map((agent) => [`${id} ${agent}`, isEqual(family) ? 0 : random.normal(0, 2)])),
  );
  const wordy = new Map(models.map(({ id }) => [id, 0.4 * (0.75 + 0.5 * random.uniform())]));
  const meanOf = ({ id }: CatalogModel) => kinds.reduce((sum, kind) => sum + (quality.get(`${id} ${kind}`) ?? 0), 0);
  const best = models.reduce((a, b) => (meanOf(b) > meanOf(a) ? b : a));
  const breaksAt = family !== 'broken' ? Number.POSITIVE_INFINITY : number % 2 === 0 ? 0 : tasksPerKind / 2;
  return {
    models,
    qualityOf: ({ id }, kind, nth) =>
      (family === 'changing' && nth >= tasksPerKind / 2 ? later : quality).get(`${id} ${kind}`) ?? 0,
    agentEffect: ({ id }, agent) => effects.get(`${id} ${agent}`) ?? 0,
    wordiness: ({ id }) => wordy.get(id) ?? 1,
    isBroken: ({ id }, nth) => id === best.id && nth >= breaksAt,
    judgeSlope: family === 'flat-judge' ? 0.25 : 1,
    reviewedShare: family === 'flat-judge' ? 0.25 : 0.5,
  };
}

function modelsOf(family: Family, number: number): Models {
  const inTurn = (list: readonly [Models, ...Models[]]) => list[number % list.length] ?? list[0];
  if (isEqual(family)) return inTurn(['tiers', 'catalogue']);
  if (family === 'flat-judge') return inTurn(['tiers', 'catalogue', 'rivals']);
  if (family === 'broken') return 'catalogue';
  return family === 'changing' ? 'rivals' : family;
}

function drawModels(drawn: Models, random: SeededRandom): CatalogModel[] {
  if (drawn === 'tiers') {
    return [
      model('economy', 'economy', 1, 5),
      model('standard', 'standard', 3, 15),
      model('premium', 'premium', 5, 25),
    ];
  }
  if (drawn === 'catalogue') {
    return [
      model('claude-haiku-4-5', 'economy', 1, 5),
      model('claude-sonnet-4-5', 'standard', 3, 15),
      model('claude-opus-4-5', 'premium', 5, 25),
      model('gpt-4.1-mini', 'economy', 0.4, 1.6),
      model('gpt-5.1', 'premium', 1.25, 10),
      model('gemini-2.5-flash', 'standard', 0.3, 2.5),
    ];
  }
  return ['amber', 'birch', 'cedar', 'dune'].map((id) => {
    const price = 0.7 + 0.9 * random.uniform();
    return model(id, 'standard', 3 * price, 15 * price);
  });
}

const clamp = (score: number) => Math.min(97, Math.max(25, score));

/** Draws the quality of each model by kind, and the quality after the models have changed. */
function drawQualities(family: Family, drawn: Models, models: readonly CatalogModel[], random: SeededRandom) {
  const quality = new Map<string, number>();
  const later = new Map<string, number>();
  for (const kind of kinds) {
    const [low, high] = isEqual(family) ? equalQuality[family] : [0, 0];
    const common = isEqual(family) ? low + (high - low) * random.uniform() : null;
    for (const { id, tier } of models) {
      const { mean, deviation } = drawn === 'rivals' ? rivalQuality : tierQuality[tier];
      quality.set(`${id} ${kind}`, common ?? clamp(random.normal(mean, deviation)));
    }
    const ranked = models
      .map(({ id }) => `${id} ${kind}`)
      .sort((a, b) => (quality.get(b) ?? 0) - (quality.get(a) ?? 0));
    for (const [place, key] of ranked.entries()) {
      const change = place === 0 ? -20 : place === ranked.length - 1 ? 20 : 0;
      later.set(key, clamp((quality.get(key) ?? 0) + change));
    }
  }
  return { quality, later };
}
