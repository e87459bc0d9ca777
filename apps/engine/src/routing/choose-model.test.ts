import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CatalogModel, ModelTier } from '../models/catalog.ts';
import type { RoutingInput } from './choice.ts';
import { chooseModel, maxExpectedLoss } from './choose-model.ts';
import type { PastTask } from './past-task.ts';

const model = (tier: ModelTier, inputPerMillion: number, outputPerMillion: number, id: string = tier): CatalogModel => {
  return { id, provider: 'openai-compatible', tier, inputPerMillion, outputPerMillion };
};
const models = [model('premium', 15, 75), model('standard', 3, 15), model('economy', 0.25, 1.25)];
const rivals = [model('standard', 3, 15, 'rival-a'), model('standard', 3, 15, 'rival-b')];
const dollar = 1e9;

const easy: RoutingInput['task'] = { kind: 'general', description: 'Summarise.', dependsOn: [] };
const hard: RoutingInput['task'] = { kind: 'strategy', description: 'x'.repeat(2_000), dependsOn: ['a', 'b', 'c'] };

const seen = (id: string, reward: number, tasks = 10, agentSlug = 'b'): PastTask[] =>
  Array.from({ length: tasks }, () => ({ model: id, agentSlug, reward, costNanoUsd: null, ageDays: 0 }));

/** Chooses without exploration unless the test permits it. */
function choose(question: Partial<RoutingInput>) {
  const money = { remainingNanoUsd: 1_000 * dollar, tasksLeft: 3 };
  const all = { task: easy, agentSlug: 'a', models, ...money, past: [], seed: 'run\ntask', mayExplore: false };
  return chooseModel({ ...all, ...question });
}

/** Answers the same question with many seeds. */
const chooseOften = (question: Partial<RoutingInput>, times = 200) =>
  Array.from({ length: times }, (_, seed) => choose({ ...question, mayExplore: true, seed: `run\n${seed}` }));

describe('chooseModel', () => {
  it('takes the best model for a hard task if there is plenty of money', () => {
    expect(choose({ task: hard }).model.id).toBe('premium');
  });

  it('takes a cheaper model for an easy task, however much money there is', () => {
    expect(choose({ task: easy, remainingNanoUsd: 1_000 * dollar }).model.id).toBe('standard');
  });

  it('takes a cheaper model for a hard task if the money per task is short', () => {
    expect(choose({ task: hard, remainingNanoUsd: 2 * dollar }).model.id).toBe('standard');
    expect(choose({ task: hard, remainingNanoUsd: 0.2 * dollar }).model.id).toBe('economy');
  });

  it('takes the cheapest if none is affordable, and says so', () => {
    const { model: chosen, reason, candidates } = choose({ task: hard, remainingNanoUsd: 0 });
    expect(chosen.id).toBe('economy');
    expect(reason).toContain('cheapest, because money is short');
    expect(candidates.every(({ affordable }) => !affordable)).toBe(true);
  });

  it('learns from past outcomes: avoids a model that did badly, takes one that did well', () => {
    const money = { task: hard, remainingNanoUsd: 1_000 * dollar };
    expect(choose({ ...money, past: seen('premium', 40) }).model.id).toBe('standard');
    expect(choose({ ...money, past: [...seen('economy', 95), ...seen('premium', 80)] }).model.id).toBe('economy');
    expect(choose({ ...money, past: seen('economy', 95) }).reason).toContain('from 10 observed tasks');
  });

  it('weighs results of the same agent more than those of others', () => {
    const past = [...seen('economy', 50, 4, 'mine'), ...seen('economy', 90, 4, 'other')];
    const scoreFor = (agentSlug: string) =>
      choose({ agentSlug, past }).candidates.find((candidate) => candidate.model === 'economy')?.expectedScore;
    expect(scoreFor('mine') ?? 0).toBeLessThan(scoreFor('other') ?? 0);
  });

  it('returns the numbers of every candidate; the same question gives the same choice', () => {
    const first = choose({ task: hard, mayExplore: true });
    expect(first.candidates.map(({ model: id }) => id)).toEqual(['premium', 'standard', 'economy']);
    for (let round = 0; round < 5; round += 1) expect(choose({ task: hard, mayExplore: true })).toEqual(first);
  });
});

describe('exploration', () => {
  it('tries two indistinguishable models about equally often', () => {
    const ids = chooseOften({ models: rivals }).map(({ model: { id } }) => id);
    const first = ids.filter((id) => id === 'rival-a').length;
    expect(first).toBeGreaterThan(60);
    expect(first).toBeLessThan(140);
  });

  it('ends once the difference is known', () => {
    const past = [...seen('rival-a', 88, 25), ...seen('rival-b', 70, 25)];
    const explored = chooseOften({ models: rivals, past }).filter((choice) => choice.explored);
    expect(explored).toEqual([]);
  });

  it('says that a choice is an exploration, against which model and at what expected loss', () => {
    const past = [...seen('rival-a', 80, 3), ...seen('rival-b', 78, 3)];
    const choice = chooseOften({ models: rivals, past }).find(({ explored }) => explored);
    expect(choice?.model.id).toBe('rival-b');
    expect(choice?.reason).toMatch(/tried although rival-a is expected to be [\d.]+ points better/);
    const verdicts = choice?.candidates.map(({ verdict, why }) => [verdict, why]);
    expect(verdicts).toEqual([
      ['drawn_lower', 'Probably the best, but not certainly: another model was tried'],
      ['explored', expect.stringMatching(/^Chosen to learn about it: [\d.]+ points behind rival-a/)],
    ]);
  });

  it.each([
    ['a reviewer sent the task back', { mayExplore: false }],
    ['the share of the task would not pay a second attempt', { remainingNanoUsd: 0.35 * dollar, tasksLeft: 1 }],
  ])('does not happen if %s', (_case, change) => {
    for (let seed = 0; seed < 100; seed += 1) {
      const choice = choose({ models: rivals, mayExplore: true, seed: `run\n${seed}`, ...change });
      expect(choice.explored).toBe(false);
      expect(choice.candidates.map(({ verdict }) => verdict)).toContain('not_tried');
    }
  });

  it('does not try a much worse model on a client’s document', () => {
    const past = seen('rival-b', 55, 6);
    const choices = chooseOften({ models: rivals, past });
    expect(choices.every(({ model: { id } }) => id === 'rival-a')).toBe(true);
    expect(choices[0]?.candidates[1]).toMatchObject({ verdict: 'too_risky', why: expect.stringContaining('too much') });
  });

  it('notices a changed model: newer tasks outweigh older ones', () => {
    const past = [...seen('rival-a', 55, 8), ...seen('rival-a', 92, 60), ...seen('rival-b', 78, 30)];
    const scoreNow = choose({ models: rivals, past }).candidates[0]?.expectedScore ?? 100;
    const unordered = [...seen('rival-a', 92, 60), ...seen('rival-a', 55, 8), ...seen('rival-b', 78, 30)];
    const scoreBefore = choose({ models: rivals, past: unordered }).candidates[0]?.expectedScore ?? 0;
    expect(scoreNow).toBeLessThan(scoreBefore - 5);
    const old = seen('rival-a', 92, 60).map((task) => ({ ...task, ageDays: 900 }));
    expect(choose({ models: rivals, past: old }).candidates[0]?.spread).toBeGreaterThan(8);
  });

  it('learns actual costs: a wordy model gets more expensive, terse ones get cheaper', () => {
    const costs = (id: string, costUsd: number) =>
      seen(id, 80, 20).map((task) => ({ ...task, costNanoUsd: costUsd * dollar }));
    const [a, b] = choose({ models: rivals, past: [...costs('rival-a', 0.1), ...costs('rival-b', 0.9)] }).candidates;
    const [list] = choose({ models: rivals }).candidates;
    expect(a?.expectedCostNanoUsd).toBeLessThan(list?.expectedCostNanoUsd ?? 0);
    expect(b?.expectedCostNanoUsd).toBeGreaterThan(0.7 * dollar);
    const mine = seen('rival-a', 80, 20, 'a').map((task) => ({ ...task, costNanoUsd: 0.6 * dollar }));
    const [forMe] = choose({ models: rivals, past: [...mine, ...costs('rival-a', 0.1)] }).candidates;
    const [forOthers] = choose({
      models: rivals,
      agentSlug: 'c',
      past: [...mine, ...costs('rival-a', 0.1)],
    }).candidates;
    expect(forMe?.expectedCostNanoUsd).toBeGreaterThan(1.3 * (forOthers?.expectedCostNanoUsd ?? 0));
    // Past tasks may have been unusually cheap, so the list price must also fit the share.
    const short = { remainingNanoUsd: 0.25 * dollar, tasksLeft: 1 };
    const cheapPast = choose({ models: rivals, past: costs('rival-a', 0.05), ...short });
    expect(cheapPast.candidates[0]?.affordable).toBe(false);
  });
});

describe('any question', () => {
  const past = fc.array(
    fc.record({
      model: fc.constantFrom('premium', 'standard', 'economy', 'gone'),
      agentSlug: fc.constantFrom('a', 'b'),
      reward: fc.double({ min: 0, max: 100, noNaN: true }),
      costNanoUsd: fc.option(fc.integer({ min: 0, max: 3 * dollar })),
      ageDays: fc.double({ min: 0, max: 700, noNaN: true }),
    }),
    { maxLength: 40 },
  );
  const question = fc.record({
    past,
    task: fc.constantFrom(easy, hard),
    remainingNanoUsd: fc.integer({ min: 0, max: 50 * dollar }),
    tasksLeft: fc.integer({ min: 1, max: 20 }),
    seed: fc.string(),
    mayExplore: fc.boolean(),
  });

  it('gets an affordable model if there is one, and no exploration beyond the accepted loss', () => {
    fc.assert(
      fc.property(question, (asked) => {
        const { model: chosen, explored, candidates } = choose(asked);
        const taken = candidates.find(({ model: id }) => id === chosen.id);
        const affordable = candidates.filter((candidate) => candidate.affordable);
        expect(affordable.length === 0 || taken?.affordable).toBe(true);
        const best = Math.max(...affordable.map(({ utility }) => utility), taken?.utility ?? 0);
        if (explored) expect(best - (taken?.utility ?? 0)).toBeLessThanOrEqual(maxExpectedLoss + 0.1);
        else if (affordable.length > 0) expect(taken?.utility).toBeCloseTo(best, 5);
        expect(candidates.filter(({ verdict }) => verdict === 'explored')).toHaveLength(explored ? 1 : 0);
        if (explored) expect(asked.mayExplore).toBe(true);
      }),
    );
  });
});
