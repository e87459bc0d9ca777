import { type PlayedTask, playWorld } from './play-world.ts';
import { type PolicyName, policyNames } from './policies.ts';
import { type Family, kinds, makeWorld } from './worlds.ts';

/** The results of a policy in a family of worlds. Shares are 0 to 1. */
export interface PolicySummary {
  /** Net value of all worlds as a share of the oracle's, and the same share in the worst tenth of worlds. */
  netShare: number;
  netShareLow: number;
  /**
   * Shares of choices after the twentieth of each kind that lose more than a tenth or a fifth of a document's value.
   */
  losesTenth: number;
  losesFifth: number;
  costUsdPerTask: number;
  /** The share of cheap choices at the tasks 25 to 34 of a kind, for each kind. */
  cheapByKind: number[];
  /** The share of worlds that never tried a cheap model at some kind. */
  neverTried: number;
  /** The number of failed tries of broken models, in the median world and in the worst one. */
  failures: { median: number; most: number };
}

export interface FamilySummary {
  family: Family;
  worlds: number;
  policies: Record<PolicyName, PolicySummary>;
}

/** Choices count as learned from this task of a kind on. */
export const learnedFrom = 20;
/** The tasks of a kind at which cheap choices are counted. The first task is 0, and `to` is excluded. */
const thriftTasks = { from: 24, to: 34 };

/** The tasks of each world. */
type Played = readonly (readonly PlayedTask[])[];

/** Plays a number of worlds of a family with every policy and summarises the results. */
export function summarizeFamily(family: Family, worlds: number): FamilySummary {
  const play = (name: PolicyName): Played =>
    Array.from({ length: worlds }, (_, number) => playWorld(makeWorld(family, number), number, name));
  const oracle = play('oracle');
  const summarize = (name: PolicyName) => summarizePolicy(name === 'oracle' ? oracle : play(name), oracle);
  const entries = policyNames.map((name) => [name, summarize(name)] as const);
  return { family, worlds, policies: Object.fromEntries(entries) as Record<PolicyName, PolicySummary> };
}

function summarizePolicy(played: Played, oracle: Played): PolicySummary {
  const tasks = played.flat();
  const learned = tasks.filter(({ nth }) => nth >= learnedFrom);
  const net = (all: readonly PlayedTask[]) => sum(all.map(({ netValueNanoUsd }) => netValueNanoUsd));
  const shares = ascending(played.map((one, index) => net(one) / net(oracle[index] ?? one)));
  const failures = ascending(played.map((one) => sum(one.map((task) => task.failures))));
  const thrifty = tasks.filter(({ nth }) => nth >= thriftTasks.from && nth < thriftTasks.to);
  const neverIn = (all: readonly PlayedTask[]) =>
    kinds.some((kind) => !all.some((task) => task.kind === kind && task.isCheap));
  return {
    netShare: sum(played.map(net)) / sum(oracle.map(net)),
    netShareLow: shares[Math.floor(shares.length / 10)] ?? 0,
    losesTenth: shareOf(learned, ({ losesTenth }) => losesTenth),
    losesFifth: shareOf(learned, ({ losesFifth }) => losesFifth),
    costUsdPerTask: sum(tasks.map(({ costNanoUsd }) => costNanoUsd)) / 1e9 / tasks.length,
    cheapByKind: kinds.map((kind) =>
      shareOf(
        thrifty.filter((task) => task.kind === kind),
        ({ isCheap }) => isCheap,
      ),
    ),
    neverTried: shareOf(played, neverIn),
    failures: { median: failures[Math.floor(failures.length / 2)] ?? 0, most: failures.at(-1) ?? 0 },
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const ascending = (values: readonly number[]) => values.toSorted((a, b) => a - b);
const shareOf = <T>(items: readonly T[], is: (item: T) => boolean) => items.filter(is).length / items.length;
