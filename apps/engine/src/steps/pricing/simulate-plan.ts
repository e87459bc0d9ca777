import { setImmediate as nextTurn } from 'node:timers/promises';
import { readyTasks } from '../planning/task-graph.ts';
import { createSeededRandom, quantile } from './distribution.ts';
import { bytesPerToken } from './shipped-call-statistics.ts';
import { type CacheUse, type SharedFactors, type SimulatedTask, simulateTask } from './simulate-task.ts';

/** The range that contains nine of ten simulations, and the mean of all, in nano-USD. */
export interface CostRange {
  lowNanoUsd: number;
  expectedNanoUsd: number;
  highNanoUsd: number;
}

export interface PlanPrice {
  total: CostRange;
  /** By task id. */
  tasks: Map<string, CostRange>;
  /** The average use of the caches of providers. */
  cache: CacheUse;
}

/** Tasks simulated in one turn of the event loop, so that a hundred tasks do not block other work. */
const tasksPerTurn = 2_000;
/** Number of simulations. It is enough for range limits that are stable within a few per cent. */
const plays = 400;
/** Slightly more than nine tenths of the simulations, because real work varies in more ways. */
const [lowShare, highShare] = [0.04, 0.96];
const seed = 20_260_101;

/**
 * Simulates the whole work many times with a seeded random source and takes the range from the costs, so that chains of
 * documents that grow together need no formula. `upstreamBytes` has the sizes of finished documents outside the list.
 */
export async function simulatePlan(
  tasks: SimulatedTask[],
  finishedBytes: ReadonlyMap<string, number> = new Map(),
): Promise<PlanPrice> {
  const order = inOrder(tasks);
  const random = createSeededRandom(seed);
  const totals: number[] = [];
  const cache: CacheUse = { inputTokens: 0, cachedInputTokens: 0, savedNanoUsd: 0 };
  const costs = new Map(order.map(({ id }) => [id, [] as number[]]));
  const playsPerTurn = Math.ceil(tasksPerTurn / Math.max(1, order.length));
  for (let play = 0; play < plays; play += 1) {
    if (play % playsPerTurn === playsPerTurn - 1) await nextTurn();
    // The verbosity ranks are evenly spread instead of random, because the shared factors decide most of the cost.
    const factors: SharedFactors = {
      random,
      verbosityRank: (play + 0.5) / plays,
      bytesPerToken: quantile(bytesPerToken, random()),
      warm: new Set(),
    };
    const bytes = new Map(finishedBytes);
    let total = 0;
    for (const task of order) {
      const upstreamBytes = task.dependsOn.reduce((sum, id) => sum + (bytes.get(id) ?? 0), 0);
      const played = simulateTask(task, upstreamBytes, factors);
      bytes.set(task.id, played.bytes);
      costs.get(task.id)?.push(played.nanoUsd);
      total += played.nanoUsd;
      cache.inputTokens += played.cache.inputTokens / plays;
      cache.cachedInputTokens += played.cache.cachedInputTokens / plays;
      cache.savedNanoUsd += played.cache.savedNanoUsd / plays;
    }
    totals.push(total);
  }
  return {
    total: rangeOf(totals),
    tasks: new Map([...costs].map(([id, all]) => [id, rangeOf(all)])),
    cache,
  };
}

/** Returns the tasks with each one after those that it builds on. */
function inOrder(tasks: SimulatedTask[]): SimulatedTask[] {
  const inPlan = new Set(tasks.map(({ id }) => id));
  const graph = tasks.map((task) => ({ task, id: task.id, dependsOn: task.dependsOn.filter((id) => inPlan.has(id)) }));
  const done = new Set<string>();
  const order: SimulatedTask[] = [];
  for (let ready = readyTasks(graph, done); ready.length > 0; ready = readyTasks(graph, done)) {
    for (const { task } of ready) {
      order.push(task);
      done.add(task.id);
    }
  }
  return order;
}

function rangeOf(costs: number[]): CostRange {
  const sorted = costs.toSorted((one, other) => one - other);
  const mean = costs.reduce((sum, cost) => sum + cost, 0) / Math.max(1, costs.length);
  return {
    lowNanoUsd: Math.round(quantile(sorted, lowShare)),
    expectedNanoUsd: Math.round(mean),
    highNanoUsd: Math.round(quantile(sorted, highShare)),
  };
}
