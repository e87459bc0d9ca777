import { median } from '../median.ts';
import { leadOf, type PlayedTask, playWorld, usableScore } from './play-world.ts';
import type { PolicyName } from './policies.ts';
import { type Family, kinds, makeWorld, tasksPerKind, type World } from './worlds.ts';

/** The results of a policy in a world. */
interface Yield {
  /** Mean score of the last attempts. */
  meanScore: number;
  costUsd: number;
  /** Sum of the scores of all attempts divided by their cost. */
  scorePerUsd: number;
  /** The same for usable documents only, by the price of a reading. Documents sent back cost, but score nothing. */
  usablePerUsd: Record<ReviewPrice, number>;
}

/** Prices in USD for a reviewer to read a document. */
export const reviewPrices = [0, 0.1, 0.5, 2] as const;
export type ReviewPrice = (typeof reviewPrices)[number];

/** Numbers of tasks of a kind at which the learning curve is read. */
export const curvePoints = [1, 5, 10, 20, 30, 40] as const;

/** The results of all policies in a family of worlds. */
export interface FamilySummary {
  family: Family;
  worlds: number;
  /** Medians of the worlds. */
  yields: Record<PolicyName, Yield>;
  /** Share of worlds in which the router got more score per dollar than the policy; 0 against itself. */
  wins: Record<PolicyName, { scorePerUsd: number; usablePerUsd: Record<ReviewPrice, number> }>;
  /** Tasks of a kind until 8 of 10 choices were the better model, ascending; Infinity for never. */
  tasksToFind: number[];
  /** The same after the change, in worlds that change. */
  tasksToFindAgain: number[];
  /** At each of `curvePoints`, the share of kinds with a better model for which the router chose it. */
  curve: number[];
}

/** The better model counts as found when it is `foundInWindow` of the latest `window` choices. */
const window = 10;
const foundInWindow = 8;
/** Smallest lead of a better model. A smaller lead is within the noise of one task's score. */
export const clearLead = 5;

/** Plays a number of worlds of a family with every policy and summarises the results. */
export function summarizeFamily(family: Family, worlds: number): FamilySummary {
  const played = Array.from({ length: worlds }, (_, number) => {
    const world = makeWorld(family, number);
    const of = (name: PolicyName) => playWorld(world, number, name);
    return { world, tasks: mapPolicies(of) };
  });
  const yields = played.map(({ tasks }) => mapPolicies((name) => yieldOf(tasks[name])));
  const bandits = yields.map(({ bandit }) => bandit);
  const winsOver = (name: PolicyName, value: (made: Yield) => number) =>
    bandits.filter((bandit, index) => value(bandit) > value(yields[index]?.[name] ?? bandit)).length / worlds;
  const winsOf = (name: PolicyName) => ({
    scorePerUsd: winsOver(name, (made) => made.scorePerUsd),
    usablePerUsd: byReviewPrice((price) => winsOver(name, (made) => made.usablePerUsd[price])),
  });
  const half = tasksPerKind / 2;
  const find = (from: number, to: number) =>
    played.flatMap(({ world, tasks }) => findTimes(world, tasks.bandit, from, to)).sort((a, b) => a - b);
  const changes = family === 'changing';
  return {
    family,
    worlds,
    yields: mapPolicies((name) => medianYield(yields.map((made) => made[name]))),
    wins: mapPolicies(winsOf),
    tasksToFind: find(0, changes ? half : tasksPerKind),
    tasksToFindAgain: changes ? find(half, tasksPerKind) : [],
    curve: curvePoints.map((point) => shareOfBetter(played, point)),
  };
}

function mapPolicies<T>(make: (name: PolicyName) => T): Record<PolicyName, T> {
  return {
    bandit: make('bandit'),
    cheapest: make('cheapest'),
    best: make('best'),
    oracle: make('oracle'),
    random: make('random'),
  };
}
function byReviewPrice<T>(make: (price: ReviewPrice) => T): Record<ReviewPrice, T> {
  return { 0: make(0), 0.1: make(0.1), 0.5: make(0.5), 2: make(2) };
}

function yieldOf(tasks: readonly PlayedTask[]): Yield {
  const sum = (of: (task: PlayedTask) => number) => tasks.reduce((total, task) => total + of(task), 0);
  const costUsd = sum((task) => task.costUsd);
  const scores = sum((task) => task.scores.reduce((total, score) => total + score, 0));
  const usable = sum(({ score }) => (score >= usableScore ? score : 0));
  const readings = sum((task) => task.scores.length);
  return {
    meanScore: sum(({ score }) => score) / tasks.length,
    costUsd,
    scorePerUsd: scores / costUsd,
    usablePerUsd: byReviewPrice((price) => usable / (costUsd + readings * price)),
  };
}

function medianYield(yields: readonly Yield[]): Yield {
  const of = (value: (made: Yield) => number) => median(yields.map(value));
  return {
    meanScore: of((made) => made.meanScore),
    costUsd: of((made) => made.costUsd),
    scorePerUsd: of((made) => made.scorePerUsd),
    usablePerUsd: byReviewPrice((price) => of((made) => made.usablePerUsd[price])),
  };
}

/** For each kind with a clearly better model, returns the tasks done when it was 8 of the latest 10 choices. */
function findTimes(world: World, tasks: readonly PlayedTask[], from: number, to: number): number[] {
  return kinds.flatMap((kind) => {
    if (leadOf(world, kind, from) < clearLead) return [];
    const choices = tasks.filter((task) => task.kind === kind && task.nth >= from && task.nth < to);
    const hitsUpTo = (done: number) => choices.slice(done - window, done).filter(({ isBetter }) => isBetter).length;
    const counts = choices.map((_, index) => index + 1).filter((done) => done >= window);
    return [counts.find((done) => hitsUpTo(done) >= foundInWindow) ?? Number.POSITIVE_INFINITY];
  });
}

function shareOfBetter(
  played: readonly { world: World; tasks: { bandit: readonly PlayedTask[] } }[],
  point: number,
): number {
  const choices = played.flatMap(({ world, tasks }) =>
    tasks.bandit.filter(({ kind, nth }) => nth === point - 1 && leadOf(world, kind, 0) >= clearLead),
  );
  return choices.filter(({ isBetter }) => isBetter).length / choices.length;
}
