import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BudgetSplit, chooseModels, isolateModel } from './run-cases.ts';

const server = {
  OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:9/v1',
  OPENAI_COMPATIBLE_MODELS: 'llama,mistral',
};

async function isolate(id: string, environment: NodeJS.ProcessEnv) {
  const folder = await mkdtemp(join(tmpdir(), 'isolate-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { catalog, models } = chooseModels([id], environment);
  const [model] = models;
  if (model === undefined) throw new Error('No model was chosen');
  const own = await isolateModel(model, catalog, { environment, folder });
  const written = JSON.parse(await readFile(own['MODEL_CATALOG'] ?? '', 'utf8')) as {
    models: { id: string; kind?: string }[];
  };
  return {
    own,
    writers: written.models.filter(({ kind }) => kind !== 'embedding').map((entry) => entry.id),
  };
}

describe('chooseModels', () => {
  it('says in one line what to set when there is no provider', () => {
    for (const ids of [[], ['gpt']])
      expect(() => chooseModels(ids, {})).toThrow(/^No model provider.*ANTHROPIC_API_KEY[^\n]*$/);
    expect(chooseModels(['local/extractive'], {}).models).toHaveLength(1);
  });

  it('names the configured models when none is chosen or one is unknown', () => {
    expect(() => chooseModels([], server)).toThrow('Configured are: llama, mistral');
    expect(() => chooseModels(['llama', 'gpt'], server)).toThrow('The model gpt is not configured');
    expect(chooseModels(['mistral', 'mistral'], server).models.map(({ id }) => id)).toEqual([
      'mistral',
    ]);
  });
});

describe('isolateModel', () => {
  it('leaves a server one model', async () => {
    const { own, writers } = await isolate('mistral', { ...server, ANTHROPIC_API_KEY: 'key' });
    expect(own['OPENAI_COMPATIBLE_MODELS']).toBe('mistral');
    expect(writers).toEqual(['mistral']);
    expect(chooseModels(['mistral'], own).models).toHaveLength(1);
    expect(() => chooseModels([], own)).toThrow(/Configured are: mistral$/);
  });

  it('leaves a hosted provider one model, and no server', async () => {
    const all = { ...server, ANTHROPIC_API_KEY: 'key', EMBEDDING_MODEL: 'nomic' };
    const [first = ''] =
      /Configured are: ([^,]+)/.exec(failureOf(() => chooseModels([], all)))?.slice(1) ?? [];
    const { own, writers } = await isolate(first, all);
    expect(writers).toEqual([first]);
    expect(own).not.toHaveProperty('OPENAI_COMPATIBLE_BASE_URL');
    expect(own).not.toHaveProperty('EMBEDDING_MODEL');
    expect(failureOf(() => chooseModels([], own))).toMatch(new RegExp(`Configured are: ${first}$`));
  });
});

function failureOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return String(error);
  }
  return '';
}

describe('BudgetSplit', () => {
  it('gives equal shares, and later cases what earlier ones did not spend', () => {
    const split = new BudgetSplit(3, 3);
    expect(split.take(5)).toBe(1);
    split.settle(1, 0.4);
    expect(split.take(5)).toBeCloseTo(1.3);
    expect(split.take(5)).toBeCloseTo(1.3);
  });

  it('gives no more than a case asks for, and nothing that is not there', () => {
    expect(new BudgetSplit(10, 2).take(1)).toBe(1);
    const small = new BudgetSplit(0.4, 4);
    expect(small.take(5)).toBe(0.25);
    expect(small.take(5)).toBeNull();
  });

  it('never gives out more than its budget, whatever the order', () => {
    const split = new BudgetSplit(1, 8);
    const given = Array.from({ length: 8 }, () => split.take(5) ?? 0);
    expect(given.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(1);
  });
});
