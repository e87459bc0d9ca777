import type { TaskKind } from '@ecp/model-calls/task-kinds';
import { sampleEngagement } from '@ecp/model-calls/testing/sample-prompt-inputs';
import { expect, test } from 'vitest';
import { loadRoster } from '../../agents/roster.ts';
import type { CatalogModel } from '../../models/catalog.ts';
import { loadRubrics } from '../evaluating/evaluate-deliverable.ts';
import type { TaskHistoryEntry } from './call-statistics.ts';
import {
  createSeededRandom,
  learnCallStatistics,
  measurePrompts,
  quantile,
  sampleFrom,
  shippedCallStatistics,
  toDistribution,
} from './call-statistics.ts';
import type { SimulatedTask } from './price-tasks.ts';
import { simulatePlan } from './price-tasks.ts';

const [roster, rubrics] = await Promise.all([loadRoster(), loadRubrics()]);
const priced = (perMillion: number): CatalogModel => {
  const prices = { inputPerMillion: perMillion, outputPerMillion: 4 * perMillion };
  return { id: `model-${perMillion}`, provider: 'openai-compatible', tier: 'standard', ...prices };
};

function task(
  id: string,
  dependsOn: string[] = [],
  overrides: Partial<SimulatedTask> = {},
  brief = 'Grow.',
): SimulatedTask {
  const [agent] = roster.agents;
  if (!agent) throw new Error('The roster is empty');
  const about = { id, name: 'Costs', description: 'Analyse them.', kind: 'analysis' as const };
  const engagement = sampleEngagement({ brief });
  const { observer, evaluator } = roster;
  const draft = { engagement, task: about, agent, sources: [], previous: null, reviewNotes: [] };
  const prompts = measurePrompts({
    draft,
    rubric: rubrics.analysis,
    observer,
    evaluator,
    model: priced(1),
  });
  const writers = [{ model: priced(1), statistics: shippedCallStatistics }];
  return {
    id,
    dependsOn,
    prompts,
    writers,
    judge: priced(1),
    supportJudge: () => null,
    ...nothing,
    ...overrides,
  };
}
const nothing = {
  hasSources: false,
  canSearch: false,
  mayConsult: false,
  challenger: () => null,
  searchNanoUsd: null,
};
const expected = async (...tasks: SimulatedTask[]) =>
  (await simulatePlan(tasks)).total.expectedNanoUsd;

test('the same plan has the same price, its tasks add up to it, and low, expected and high are in order', async () => {
  const tasks = [task('a'), task('b', ['a']), task('c', ['a', 'b'])];
  const price = await simulatePlan(tasks);
  expect(await simulatePlan(tasks)).toEqual(price);
  const sum = [...price.tasks.values()].reduce(
    (total, { expectedNanoUsd }) => total + expectedNanoUsd,
    0,
  );
  expect(Math.abs(sum - price.total.expectedNanoUsd)).toBeLessThanOrEqual(3);
  for (const { lowNanoUsd, expectedNanoUsd, highNanoUsd } of [
    price.total,
    ...price.tasks.values(),
  ]) {
    expect(lowNanoUsd).toBeGreaterThan(0);
    expect(expectedNanoUsd).toBeGreaterThan(lowNanoUsd);
    expect(highNanoUsd).toBeGreaterThan(expectedNanoUsd);
  }
  // Random differences partly cancel out over many tasks.
  const width = ({ lowNanoUsd, highNanoUsd }: typeof price.total) => highNanoUsd / lowNanoUsd;
  const one = price.tasks.get('a');
  expect(one && width(price.total) < width(one)).toBe(true);
});

// MOD-21
test('what caches serve is cheaper, and only where the model has a price for it', async () => {
  const tasks = (model = priced(1)) =>
    ['a', 'b', 'c'].map((id) =>
      task(
        id,
        [],
        { judge: model, writers: [{ model, statistics: shippedCallStatistics }] },
        'Grow. '.repeat(2_000),
      ),
    );
  const plain = await simulatePlan(tasks());
  expect(plain.cache).toMatchObject({ cachedInputTokens: 0, savedNanoUsd: 0 });
  const cached = await simulatePlan(tasks({ ...priced(1), cachedInputPerMillion: 0.1 }));
  expect(cached.cache.cachedInputTokens / cached.cache.inputTokens).toBeGreaterThan(0.3);
  const saved = plain.total.expectedNanoUsd - cached.total.expectedNanoUsd;
  expect(Math.abs(saved - cached.cache.savedNanoUsd)).toBeLessThan(saved * 0.01);
});

test('without sources, the calls of a run share the rules and the brief alone', () => {
  const { judge, ...prompts } = task('a').prompts;
  const shared = Object.values(prompts).map(({ sharedBytes }) => sharedBytes);
  expect(new Set(shared).size).toBe(1);
  expect(judge.sharedBytes).toBeLessThan(shared[0] ?? 0);
});

test('the order of the list does not matter, and an empty plan costs nothing', async () => {
  const [a, b] = [task('a'), task('b', ['a'])];
  expect(await simulatePlan([b, a])).toEqual(await simulatePlan([a, b]));
  expect((await simulatePlan([])).total).toEqual({
    lowNanoUsd: 0,
    expectedNanoUsd: 0,
    highNanoUsd: 0,
  });
});

test('longer prompts or more expensive models make the plan more expensive', async () => {
  const plain = await expected(task('a'));
  expect(await expected(task('a', [], {}, 'Grow. '.repeat(2_000)))).toBeGreaterThan(plain);
  expect(
    await expected(
      task('a', [], { writers: [{ model: priced(3), statistics: shippedCallStatistics }] }),
    ),
  ).toBeGreaterThan(plain);
  expect(await expected(task('a', [], { hasSources: true }))).toBeGreaterThan(plain);
  expect(await expected(task('a', [], { hasSources: true, canSearch: true }))).toBeGreaterThan(
    await expected(task('a', [], { hasSources: true })),
  );
  expect(await expected(task('a', [], { mayConsult: true }))).toBeGreaterThan(plain);
  const cited = await expected(task('a', [], { hasSources: true }));
  expect(
    await expected(task('a', [], { hasSources: true, supportJudge: () => priced(2) })),
  ).toBeGreaterThan(cited);
  // A task reads the documents that it builds on.
  expect(await expected(task('a'), task('b', ['a']))).toBeGreaterThan(
    await expected(task('a'), task('b')),
  );
  const later = await simulatePlan([task('b', ['done'])], new Map([['done', 20_000]]));
  expect(later.total.expectedNanoUsd).toBeGreaterThan(plain);
});

const pastTask = (
  kind: TaskKind,
  draftTokens: number,
  calls: TaskHistoryEntry['calls'] = [],
): TaskHistoryEntry => ({
  kind,
  calls: [{ purpose: 'draft', model: 'm', outputTokens: draftTokens, searches: 1 }, ...calls],
});
const many = (count: number, make: (index: number) => TaskHistoryEntry) =>
  Array.from({ length: count }, (_, at) => make(at));

test('statistics are learned after twenty tasks: from the kind and model, else the model, else as shipped', () => {
  const learn = (history: TaskHistoryEntry[], model = 'm') =>
    learnCallStatistics(history, 'analysis', () => model);
  expect(learn(many(19, () => pastTask('analysis', 900)))).toEqual(shippedCallStatistics);
  const revise = { purpose: 'revise', model: 'm', outputTokens: 800, searches: 0 } as const;
  const others = many(20, (at) => pastTask('plan', 5_000 - at, at < 5 ? [revise] : []));
  const known = learn(others);
  expect(known.outputTokens.draft.at(0)).toBe(4_981);
  expect(known.outputTokens.draft.at(-1)).toBe(5_000);
  expect(known).toMatchObject({ revised: 0.25, repaired: 0, consultations: Array(20).fill(0) });
  expect(known.searches).toEqual(Array(20).fill(1));
  expect(known.outputTokens.observe).toEqual(shippedCallStatistics.outputTokens.observe);
  expect(
    learn([...others, ...many(20, () => pastTask('analysis', 700))]).outputTokens.draft,
  ).toEqual(Array(20).fill(700));
  expect(learn(others, 'another').outputTokens).toEqual(shippedCallStatistics.outputTokens);
});

test('a distribution interpolates between its values; seeded samples are even and the same each time', () => {
  const distribution = toDistribution([30, 10, 20]);
  expect([0, 0.25, 0.5, 1].map((share) => quantile(distribution, share))).toEqual([10, 15, 20, 30]);
  const [random, same] = [createSeededRandom(7), createSeededRandom(7)];
  const thrown = Array.from({ length: 3_000 }, () => random());
  expect(thrown.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => same()));
  expect(Math.min(...thrown)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...thrown)).toBeLessThan(1);
  const picked = Map.groupBy(thrown, (throwOf) => sampleFrom(distribution, () => throwOf));
  for (const throws of picked.values()) expect(Math.abs(throws.length - 1_000)).toBeLessThan(120);
});

test('research adds its searches and what they find, and an adversary its call and an amendment', async () => {
  const plain = await expected(task('a'));
  const free = await expected(task('a', [], { searchNanoUsd: 0 }));
  const paid = await expected(task('a', [], { searchNanoUsd: 5_000_000 }));
  expect(free).toBeGreaterThan(plain);
  expect(paid).toBeGreaterThan(free);
  expect(await expected(task('a', [], { challenger: () => priced(2) }))).toBeGreaterThan(plain);
});
