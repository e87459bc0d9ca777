import { nanoToUsd } from '@ecp/contract/money';
import type { TaskKind } from '../agents/prompts/prompt-types.ts';
import type { CatalogModel, ModelTier } from '../models/catalog.ts';
import { worstCaseCostNanoUsd } from '../models/cost.ts';

/** How a model did on tasks of one kind: mean observer score (0 to 100) over `tasks` tasks. */
export interface PastScore {
  model: string;
  agentSlug: string;
  meanScore: number;
  tasks: number;
}

export interface RoutingQuestion {
  task: { kind: TaskKind; description: string; dependsOn: string[] };
  agentSlug: string;
  models: CatalogModel[];
  /** What the engagement may still spend. */
  remainingNanoUsd: number;
  /** Tasks that still need money, this one included. */
  tasksLeft: number;
  past: PastScore[];
}

/** One model's standing in a choice. */
export interface RoutingCandidate {
  model: string;
  expectedScore: number;
  expectedCostNanoUsd: number;
  affordable: boolean;
  utility: number;
}

export interface RoutingChoice {
  model: CatalogModel;
  reason: string;
  candidates: RoutingCandidate[];
}

/** What a tier is worth before anything was observed, on an easy and on a hard task. */
const priorScore: Record<ModelTier, { easy: number; hard: number }> = {
  economy: { easy: 80, hard: 66 },
  standard: { easy: 84, hard: 78 },
  premium: { easy: 86, hard: 86 },
};
/** Weight of the prior, in tasks. */
const priorTasks = 3;
/** A task's typical traffic over all its calls: for comparing prices, not for the wall. */
const typicalTask = { promptBytes: 40_000, maxOutputTokens: 12_000 };
/** Points of score that spending a task's whole share of the budget must be worth. */
const pointsPerShare = 12;
/** Points that a dollar must be worth however much is left, so that an easy task is not done by a dear model. */
const pointsPerUsd = 4;

const kindDifficulty: Record<TaskKind, number> = {
  general: 0.3,
  research: 0.45,
  plan: 0.5,
  creative: 0.5,
  analysis: 0.6,
  financial: 0.75,
  strategy: 0.8,
};

/** 0 (easy) to 1 (hard): the kind of task, how much is asked, how much must be brought together. */
export function taskDifficulty(task: RoutingQuestion['task']): number {
  const asked = Math.min(0.15, task.description.length / 8_000);
  const joined = Math.min(0.1, task.dependsOn.length * 0.03);
  return Math.min(1, kindDifficulty[task.kind] + asked + joined);
}

/**
 * Chooses a task's model by expected score (past observer scores of model and agent, the tier before there are any)
 * against its price as a share of the money left. Deterministic; every candidate's numbers are returned to be recorded.
 */
export function chooseModel(question: RoutingQuestion): RoutingChoice {
  const difficulty = taskDifficulty(question.task);
  const shareNanoUsd = Math.max(1, question.remainingNanoUsd / Math.max(1, question.tasksLeft));
  const rated = question.models.map((model) => ({ model, ...rate(model, question, difficulty, shareNanoUsd) }));
  const affordable = rated.filter((candidate) => candidate.affordable);
  const cheapestFirst = [...rated].sort((a, b) => a.expectedCostNanoUsd - b.expectedCostNanoUsd);
  const pool = affordable.length > 0 ? affordable : cheapestFirst.slice(0, 1);
  const best = pool.reduce((a, b) => (b.utility > a.utility ? b : a));
  return {
    model: best.model,
    reason: explain(best, difficulty, question, affordable.length),
    candidates: rated.map(({ model, ...numbers }) => ({ ...numbers, model: model.id })),
  };
}

function rate(model: CatalogModel, question: RoutingQuestion, difficulty: number, shareNanoUsd: number) {
  const expectedCostNanoUsd = worstCaseCostNanoUsd(model, typicalTask);
  const expectedScore = expectScore(model, question, difficulty);
  return {
    expectedScore,
    expectedCostNanoUsd,
    affordable: expectedCostNanoUsd <= shareNanoUsd,
    utility:
      expectedScore -
      pointsPerShare * (expectedCostNanoUsd / shareNanoUsd) -
      pointsPerUsd * nanoToUsd(expectedCostNanoUsd),
  };
}

function expectScore(model: CatalogModel, { past, agentSlug }: RoutingQuestion, difficulty: number): number {
  const prior = priorScore[model.tier];
  const before = prior.easy + (prior.hard - prior.easy) * difficulty;
  const seen = past.filter((score) => score.model === model.id);
  // What this agent did with the model counts twice as much as what others did.
  const weighed = seen.map((score) => ({ ...score, weight: score.tasks * (score.agentSlug === agentSlug ? 2 : 1) }));
  const weight = weighed.reduce((sum, score) => sum + score.weight, priorTasks);
  const sum = weighed.reduce((total, score) => total + score.meanScore * score.weight, before * priorTasks);
  return Math.round((sum / weight) * 10) / 10;
}

function explain(
  best: { model: CatalogModel; expectedScore: number },
  difficulty: number,
  { models, past }: RoutingQuestion,
  affordable: number,
): string {
  const tasks = past.filter(({ model }) => model === best.model.id).reduce((sum, score) => sum + score.tasks, 0);
  const basis = tasks > 0 ? `from ${tasks} observed task${tasks === 1 ? '' : 's'}` : `by its tier (${best.model.tier})`;
  const money = affordable > 0 ? `${affordable} of ${models.length} models affordable` : 'cheapest, as money is short';
  return `difficulty ${difficulty.toFixed(2)}, expected score ${best.expectedScore} ${basis}, ${money}`;
}
