import { describe, expect, it } from 'vitest';
import type { CatalogModel, ModelTier } from '../models/catalog.ts';
import { chooseModel, type RoutingQuestion, taskDifficulty } from './choose-model.ts';

const model = (tier: ModelTier, inputPerMillion: number, outputPerMillion: number): CatalogModel => {
  return { id: tier, provider: 'openai-compatible', tier, inputPerMillion, outputPerMillion };
};
const models = [model('premium', 15, 75), model('standard', 3, 15), model('economy', 0.25, 1.25)];
const dollar = 1e9;

const easy: RoutingQuestion['task'] = { kind: 'general', description: 'Summarise.', dependsOn: [] };
const hard: RoutingQuestion['task'] = { kind: 'strategy', description: 'x'.repeat(2_000), dependsOn: ['a', 'b', 'c'] };

function choose(question: Partial<RoutingQuestion>) {
  const all = { task: easy, agentSlug: 'a', models, remainingNanoUsd: 1_000 * dollar, tasksLeft: 3, past: [] };
  return chooseModel({ ...all, ...question });
}

describe('chooseModel', () => {
  it('takes the best model for a hard task when money is plenty', () => {
    expect(choose({ task: hard }).model.id).toBe('premium');
  });

  it('takes a cheaper model for an easy task, whatever the money', () => {
    expect(choose({ task: easy, remainingNanoUsd: 1_000 * dollar }).model.id).toBe('standard');
  });

  it('takes a cheaper model for a hard task when the money per task is short', () => {
    expect(choose({ task: hard, remainingNanoUsd: 2 * dollar }).model.id).toBe('standard');
    expect(choose({ task: hard, remainingNanoUsd: 0.2 * dollar }).model.id).toBe('economy');
  });

  it('takes the cheapest when none is affordable, and says so', () => {
    const { model: chosen, reason, candidates } = choose({ task: hard, remainingNanoUsd: 0 });
    expect(chosen.id).toBe('economy');
    expect(reason).toContain('cheapest, as money is short');
    expect(candidates.every(({ affordable }) => !affordable)).toBe(true);
  });

  it('learns from past observer scores: a model that did badly is left, one that did well is taken', () => {
    const seen = (id: string, meanScore: number, agentSlug = 'b') => ({ model: id, agentSlug, meanScore, tasks: 10 });
    const money = { task: hard, remainingNanoUsd: 1_000 * dollar };
    expect(choose({ ...money, past: [seen('premium', 40)] }).model.id).toBe('standard');
    expect(choose({ ...money, past: [seen('economy', 95), seen('premium', 80)] }).model.id).toBe('economy');
    expect(choose({ ...money, past: [seen('economy', 95)] }).reason).toContain('from 10 observed tasks');
  });

  it('trusts what the same agent did more than what others did', () => {
    const scores = [
      { model: 'economy', agentSlug: 'mine', meanScore: 50, tasks: 4 },
      { model: 'economy', agentSlug: 'other', meanScore: 90, tasks: 4 },
    ];
    const scoreFor = (agentSlug: string) =>
      choose({ agentSlug, past: scores }).candidates.find((candidate) => candidate.model === 'economy')?.expectedScore;
    expect(scoreFor('mine') ?? 0).toBeLessThan(scoreFor('other') ?? 0);
  });

  it('returns the numbers of every candidate and is deterministic', () => {
    const first = choose({ task: hard });
    expect(first.candidates.map(({ model: id }) => id)).toEqual(['premium', 'standard', 'economy']);
    for (let round = 0; round < 5; round += 1) expect(choose({ task: hard })).toEqual(first);
  });
});

describe('taskDifficulty', () => {
  it('grows with the kind of task, what is asked and what must be brought together, up to 1', () => {
    expect(taskDifficulty(easy)).toBeLessThan(taskDifficulty({ ...easy, kind: 'financial' }));
    expect(taskDifficulty(easy)).toBeLessThan(taskDifficulty({ ...easy, description: 'x'.repeat(1_000) }));
    expect(taskDifficulty(easy)).toBeLessThan(taskDifficulty({ ...easy, dependsOn: ['a'] }));
    const most = { kind: 'strategy' as const, description: 'x'.repeat(1e6), dependsOn: Array(100).fill('a') };
    expect(taskDifficulty(most)).toBeLessThanOrEqual(1);
  });
});
