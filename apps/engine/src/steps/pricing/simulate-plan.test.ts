import type { TaskKind } from '@ecp/model-calls/task-kinds';
import { expect, test } from 'vitest';
import { loadRoster } from '../../agents/load-roster.ts';
import { loadRubrics } from '../evaluating/load-rubrics.ts';
import type { CatalogModel } from '../../models/catalog.ts';
import { learnHabits } from './learn-call-statistics.ts';
import { measurePrompts, measureSources } from './measure-prompts.ts';
import { playPlan } from './simulate-plan.ts';
import type { PlayedTask } from './simulate-task.ts';
import type { PastTask } from './read-history.ts';
import { shippedHabits } from './shipped-call-statistics.ts';
import { openDice, pickFrom, spreadOf, valueAt } from './distribution.ts';

const [roster, rubrics] = await Promise.all([loadRoster(), loadRubrics()]);
const priced = (perMillion: number): CatalogModel => {
  const prices = { inputPerMillion: perMillion, outputPerMillion: 4 * perMillion };
  return { id: `model-${perMillion}`, provider: 'openai-compatible', tier: 'standard', ...prices };
};

function task(id: string, dependsOn: string[] = [], overrides: Partial<PlayedTask> = {}, brief = 'Grow.'): PlayedTask {
  const [agent, ...colleagues] = roster.agents;
  if (!agent) throw new Error('The roster is empty');
  const about = { id, name: 'Costs', description: 'Analyse them.', kind: 'analysis' as const };
  const engagement = { name: 'Plan', client: 'Acme', brief };
  const draft = { engagement, task: about, agent, previous: null, reviewNotes: [] };
  const prompts = measurePrompts({ draft, colleagues, rubric: rubrics.analysis, sourcesBytes: 0 });
  const writers = [{ model: priced(1), habits: shippedHabits }];
  return { id, dependsOn, prompts, writers, judge: priced(1), hasSources: false, canSearch: false, ...overrides };
}
const expected = async (...tasks: PlayedTask[]) => (await playPlan(tasks)).total.expectedNanoUsd;

test('the same plan has the same price, its tasks add up to it, and low, expected and high stand in order', async () => {
  const tasks = [task('a'), task('b', ['a']), task('c', ['a', 'b'])];
  const price = await playPlan(tasks);
  expect(await playPlan(tasks)).toEqual(price);
  const sum = [...price.tasks.values()].reduce((total, { expectedNanoUsd }) => total + expectedNanoUsd, 0);
  expect(Math.abs(sum - price.total.expectedNanoUsd)).toBeLessThanOrEqual(3);
  for (const { lowNanoUsd, expectedNanoUsd, highNanoUsd } of [price.total, ...price.tasks.values()]) {
    expect(lowNanoUsd).toBeGreaterThan(0);
    expect(expectedNanoUsd).toBeGreaterThan(lowNanoUsd);
    expect(highNanoUsd).toBeGreaterThan(expectedNanoUsd);
  }
  // Of many tasks, luck evens out in part.
  const width = ({ lowNanoUsd, highNanoUsd }: typeof price.total) => highNanoUsd / lowNanoUsd;
  const one = price.tasks.get('a');
  expect(one && width(price.total) < width(one)).toBe(true);
});

test('the order of the list does not matter, and no task is the price of nothing', async () => {
  const [a, b] = [task('a'), task('b', ['a'])];
  expect(await playPlan([b, a])).toEqual(await playPlan([a, b]));
  expect((await playPlan([])).total).toEqual({ lowNanoUsd: 0, expectedNanoUsd: 0, highNanoUsd: 0 });
});

test('whatever makes a prompt longer or a model dearer makes the plan dearer', async () => {
  const plain = await expected(task('a'));
  expect(await expected(task('a', [], {}, 'Grow. '.repeat(2_000)))).toBeGreaterThan(plain);
  expect(await expected(task('a', [], { writers: [{ model: priced(3), habits: shippedHabits }] }))).toBeGreaterThan(
    plain,
  );
  expect(await expected(task('a', [], { hasSources: true }))).toBeGreaterThan(plain);
  expect(await expected(task('a', [], { hasSources: true, canSearch: true }))).toBeGreaterThan(
    await expected(task('a', [], { hasSources: true })),
  );
  // What it builds on is read by the task that builds on it.
  expect(await expected(task('a'), task('b', ['a']))).toBeGreaterThan(await expected(task('a'), task('b')));
  const later = await playPlan([task('b', ['done'])], new Map([['done', 20_000]]));
  expect(later.total.expectedNanoUsd).toBeGreaterThan(plain);
});

test('sources count as prompts show them: cut to their share, however large they are', () => {
  const source = (sizeBytes: number) => ({ id: 's', title: 's', location: null, text: 'x '.repeat(sizeBytes / 2) });
  expect(measureSources([])).toBe(0);
  expect(measureSources([source(10_000)])).toBeGreaterThan(10_000);
  expect(measureSources([source(4_000_000), source(4_000_000)])).toBeLessThan(75_000);
});

const pastTask = (kind: TaskKind, draftTokens: number, calls: PastTask['calls'] = []): PastTask => ({
  kind,
  calls: [{ purpose: 'draft', model: 'm', outputTokens: draftTokens, searches: 1 }, ...calls],
});
const many = (count: number, make: (index: number) => PastTask) => Array.from({ length: count }, (_, at) => make(at));

test('what is usual is learned from twenty tasks on: of the kind and model, else of the model, else as shipped', () => {
  const learn = (history: PastTask[], model = 'm') => learnHabits(history, 'analysis', () => model);
  expect(learn(many(19, () => pastTask('analysis', 900)))).toEqual(shippedHabits);
  const revise = { purpose: 'revise', model: 'm', outputTokens: 800, searches: 0 } as const;
  const others = many(20, (at) => pastTask('plan', 5_000 - at, at < 5 ? [revise] : []));
  const known = learn(others);
  expect(known.outputTokens.draft.at(0)).toBe(4_981);
  expect(known.outputTokens.draft.at(-1)).toBe(5_000);
  expect(known).toMatchObject({ revised: 0.25, repaired: 0, consultations: Array(20).fill(0) });
  expect(known.searches).toEqual(Array(20).fill(1));
  expect(known.outputTokens.observe).toEqual(shippedHabits.outputTokens.observe);
  expect(learn([...others, ...many(20, () => pastTask('analysis', 700))]).outputTokens.draft).toEqual(
    Array(20).fill(700),
  );
  expect(learn(others, 'another').outputTokens).toEqual(shippedHabits.outputTokens);
});

test('a spread is read between its values and at its ends; dice fall in it evenly and the same way each time', () => {
  const spread = spreadOf([30, 10, 20]);
  expect([0, 0.25, 0.5, 1].map((share) => valueAt(spread, share))).toEqual([10, 15, 20, 30]);
  const [dice, same] = [openDice(7), openDice(7)];
  const thrown = Array.from({ length: 3_000 }, () => dice());
  expect(thrown.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => same()));
  expect(Math.min(...thrown)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...thrown)).toBeLessThan(1);
  const picked = Map.groupBy(thrown, (throwOf) => pickFrom(spread, () => throwOf));
  for (const throws of picked.values()) expect(Math.abs(throws.length - 1_000)).toBeLessThan(120);
});
