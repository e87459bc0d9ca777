import { type PlayedTask, playWorld } from './play-world.ts';
import { type PolicyName, policyNames } from './policies.ts';
import { trueCostNanoUsd } from './true-value.ts';
import { type Family, kinds, makeWorld, type World } from './worlds.ts';

/** The results of a policy in a family of worlds. Shares are 0 to 1. */
export interface PolicySummary {
  /** Net value of all worlds as a share of the oracle's, and the same share in the worst tenth of worlds. */
  netShare: number;
  netShareLow: number;
  /** Shares of choices after the twentieth of each kind that lose more than a tenth or a fifth of a document's value. */
  losesTenth: number;
  losesFifth: number;
  costUsdPerTask: number;
  /** By kind: the share of choices at the tasks 25 to 34 that are as cheap as the cheapest model. */
  cheapByKind: number[];
  /** Share of worlds with a kind for which no cheap model was ever tried. */
  neverTried: number;
  /** Tasks on which a broken model was tried first, in the median world and at most. */
  failures: { median: number; most: number };
}

export interface FamilySummary {
  family: Family;
  worlds: number;
  policies: Record<PolicyName, PolicySummary>;
}

/** Choices are called learned from this task of a kind on. */
export const learnedFrom = 20;
/** Tasks of a kind at which thrift is measured, from and to (exclusive), counted from 0. */
const thriftTasks = { from: 24, to: 34 };
/** A model counts as cheap up to this multiple of the lowest cost. */
const cheapMultiple = 1.3;

interface Played {
  world: World;
  tasks: PlayedTask[];
}

/** Plays a number of worlds of a family with every policy and summarises the results. */
export function summarizeFamily(family: Family, worlds: number): FamilySummary {
  const play = (name: PolicyName): Played[] =>
    Array.from({ length: worlds }, (_, number) => {
      const world = makeWorld(family, number);
      return { world, tasks: playWorld(world, number, name) };
    });
  const oracle = play('oracle');
  const summarize = (name: PolicyName) => summarizePolicy(name === 'oracle' ? oracle : play(name), oracle);
  const entries = policyNames.map((name) => [name, summarize(name)] as const);
  return { family, worlds, policies: Object.fromEntries(entries) as Record<PolicyName, PolicySummary> };
}

function summarizePolicy(played: readonly Played[], oracle: readonly Played[]): PolicySummary {
  const tasks = played.flatMap((one) => one.tasks);
  const learned = tasks.filter(({ nth }) => nth >= learnedFrom);
  const net = ({ tasks: all }: Played) => sum(all.map(({ netValueNanoUsd }) => netValueNanoUsd));
  const shares = ascending(played.map((one, index) => net(one) / net(oracle[index] ?? one)));
  const failures = ascending(played.map((one) => sum(one.tasks.map((task) => task.failures))));
  const thrifty = tasks.filter(({ nth }) => nth >= thriftTasks.from && nth < thriftTasks.to);
  const isCheap = new Map(played.flatMap(({ world, tasks: all }) => cheapTasks(world, all)));
  const neverIn = ({ tasks: all }: Played) =>
    kinds.some((kind) => !all.some((task) => task.kind === kind && isCheap.get(task)));
  return {
    netShare: sum(played.map(net)) / sum(oracle.map(net)),
    netShareLow: shares[Math.floor(shares.length / 10)] ?? 0,
    losesTenth: shareOf(learned, ({ losesTenth }) => losesTenth),
    losesFifth: shareOf(learned, ({ losesFifth }) => losesFifth),
    costUsdPerTask: sum(tasks.map(({ costNanoUsd }) => costNanoUsd)) / 1e9 / tasks.length,
    cheapByKind: kinds.map((kind) =>
      shareOf(
        thrifty.filter((task) => task.kind === kind),
        (task) => isCheap.get(task) === true,
      ),
    ),
    neverTried: shareOf(played, neverIn),
    failures: { median: failures[Math.floor(failures.length / 2)] ?? 0, most: failures.at(-1) ?? 0 },
  };
}

function cheapTasks(world: World, tasks: readonly PlayedTask[]): [PlayedTask, boolean][] {
  const lowest = Math.min(...world.models.map((model) => trueCostNanoUsd(world, model)));
  return tasks.map((task) => [task, trueCostNanoUsd(world, task.model) <= cheapMultiple * lowest]);
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const ascending = (values: readonly number[]) => values.toSorted((a, b) => a - b);
const shareOf = <T>(items: readonly T[], is: (item: T) => boolean) => items.filter(is).length / items.length;
