import { mkdtempSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ModelSettings } from './available-models.ts';
import { availableJudges, availableModels, offlineModel } from './available-models.ts';
import { loadCatalog, ModelConfigurationError } from './catalog.ts';

const unset: ModelSettings = { localModelLatencyMs: 0 };
const folder = mkdtempSync(join(tmpdir(), 'catalog-'));
afterAll(() => rm(folder, { recursive: true }));

function writeCatalog(content: unknown): string {
  const path = join(folder, 'catalog.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

function list(settings: Partial<ModelSettings>, catalog = loadCatalog()) {
  const warnings: string[] = [];
  const models = availableModels(catalog, { ...unset, ...settings }, (line) => warnings.push(line));
  return { ids: models.map((model) => model.id), models, warnings };
}

describe('loadCatalog', () => {
  // MOD-3
  it('reads the shipped file: three tiers of each hosted provider, and the offline model', () => {
    const { models } = loadCatalog();
    for (const provider of ['anthropic', 'openai', 'google']) {
      const tiers = models
        .filter((model) => model.provider === provider)
        .map((model) => model.tier);
      expect(new Set(tiers)).toEqual(new Set(['economy', 'standard', 'premium']));
    }
    for (const model of models.filter(
      ({ provider, kind }) => provider !== 'local' && kind === undefined,
    )) {
      const {
        inputPerMillion,
        cachedInputPerMillion = inputPerMillion,
        maxOutputTokens = 0,
        contextWindow = 0,
      } = model;
      expect(cachedInputPerMillion, model.id).toBeLessThan(inputPerMillion);
      expect(maxOutputTokens, model.id).toBeLessThan(contextWindow / 2);
    }
    expect(models).toContainEqual(offlineModel);
  });

  // MOD-3
  it.each([
    ['invalid JSON', '{'],
    ['no models', {}],
    ['an unknown provider', { models: [{ ...offlineModel, provider: 'acme' }] }],
    ['a negative price', { models: [{ ...offlineModel, inputPerMillion: -1 }] }],
    ['a price as text', { models: [{ ...offlineModel, outputPerMillion: '3' }] }],
    ['an unknown tier', { models: [{ ...offlineModel, tier: 'best' }] }],
    ['a model twice', { models: [offlineModel, offlineModel] }],
  ])('refuses %s in one line that names the setting', (_name, content) => {
    const load = () => loadCatalog(writeCatalog(content));
    expect(load).toThrow(ModelConfigurationError);
    expect(load).toThrow(/^MODEL_CATALOG: [^\n]+$/);
  });

  // MOD-3
  it('reads the entries that the documentation gives as examples', async () => {
    const page = await readFile(new URL('../../../../../docs/models.md', import.meta.url), 'utf8');
    const blocks = [...page.matchAll(/^```json\n([^`]+)```$/gm)].map(
      ([, block]) => JSON.parse(block ?? '') as object,
    );
    const { models } = loadCatalog(writeCatalog({ models: blocks.flat() }));
    expect(new Set(models.map(({ provider }) => provider))).toEqual(
      new Set(['anthropic', 'azure', 'amazon-bedrock', 'google-vertex', 'openai-compatible']),
    );
  });

  it('refuses a missing file', () => {
    expect(() => loadCatalog(join(folder, 'missing.json'))).toThrow(
      /MODEL_CATALOG: cannot read .*missing\.json/,
    );
  });
});

describe('availableModels', () => {
  const server = { baseUrl: 'http://127.0.0.1:4010/v1', models: ['llama'] };

  // MOD-4
  it('is the offline model alone if no provider is set', () => {
    expect(list({})).toEqual({ ids: ['local/extractive'], models: [offlineModel], warnings: [] });
  });

  // MOD-1
  it('is the models of the providers that have a key', () => {
    const { models } = list({ anthropicApiKey: 'a', googleApiKey: 'g' });
    expect(new Set(models.map((model) => model.provider))).toEqual(
      new Set(['anthropic', 'google']),
    );
  });

  // MOD-2
  it('counts an unlisted OpenAI-compatible model as free and says so', () => {
    const { models, warnings } = list({ openaiCompatible: server });
    expect(models).toMatchObject([
      { id: 'llama', inputPerMillion: 0, outputPerMillion: 0, tier: 'standard' },
    ]);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/llama.*MODEL_CATALOG/);
  });

  it('prices an OpenAI-compatible model by its entry, never by another provider’s', () => {
    const entry = {
      id: 'llama',
      provider: 'openai-compatible',
      inputPerMillion: 2,
      outputPerMillion: 3,
      tier: 'premium',
    };
    const catalog = loadCatalog(
      writeCatalog({ models: [{ ...entry, provider: 'openai', inputPerMillion: 9 }, entry] }),
    );
    expect(list({ openaiCompatible: server }, catalog)).toMatchObject({
      models: [entry],
      warnings: [],
    });
    expect(list({ openaiCompatible: { ...server, models: [] } }, catalog).ids).toEqual(['llama']);
  });

  // MOD-17
  it('refuses one id of two providers that are set, and names a way out', () => {
    const given = { openaiApiKey: 'o', openaiCompatible: { ...server, models: ['gpt-4.1'] } };
    expect(() => list(given)).toThrow(
      /^MODEL_CATALOG: gpt-4\.1 is a model of openai and of openai-compatible; name one of them openai-compatible\/gpt-4\.1$/,
    );
    const named = {
      ...given,
      openaiCompatible: { ...server, models: ['openai-compatible/gpt-4.1'] },
    };
    expect(list(named).ids).toContain('openai-compatible/gpt-4.1');
    expect(list({ openaiCompatible: given.openaiCompatible }).ids).toEqual(['gpt-4.1']);
  });

  // MOD-18
  it('prevents the start if a cloud platform is set of which the catalogue has no model', () => {
    const azure = { resourceName: 'house', apiKey: 'k' };
    expect(() => list({ azure, openaiApiKey: 'o' })).toThrow(
      /^MODEL_CATALOG: the catalogue lists no model of azure$/,
    );
    const entry = {
      id: 'azure/writer',
      provider: 'azure',
      inputPerMillion: 2,
      outputPerMillion: 8,
      tier: 'standard',
    };
    expect(list({ azure }, loadCatalog(writeCatalog({ models: [entry] }))).ids).toEqual([
      'azure/writer',
    ]);
  });

  it('prevents the start if a provider is set and no model can be called', () => {
    expect(() => list({ openaiCompatible: { ...server, models: [] } })).toThrow(
      /^OPENAI_COMPATIBLE_MODELS: /,
    );
    expect(() => list({ openaiApiKey: 'k' }, { models: [] })).toThrow(/^MODEL_CATALOG: .*openai/);
  });

  // MOD-25
  it('has no model that only judges; those are listed apart, where their provider is set', () => {
    const judge = (id: string, provider: string) => ({
      id,
      provider,
      kind: 'judge',
      inputPerMillion: 1,
      outputPerMillion: 4,
      tier: 'standard',
    });
    const catalog = loadCatalog(
      writeCatalog({ models: [judge('own', 'openai-compatible'), judge('far', 'google')] }),
    );
    const settings = { ...unset, openaiCompatible: { ...server, models: ['llama', 'own'] } };
    expect(list(settings, catalog).ids).toEqual(['llama']);
    expect(availableJudges(catalog, settings).map(({ id }) => id)).toEqual(['own']);
    expect(availableJudges(catalog, { ...settings, googleApiKey: 'g' })).toHaveLength(2);
    expect(() =>
      list({ ...settings, openaiCompatible: { ...server, models: ['own'] } }, catalog),
    ).toThrow(/^OPENAI_COMPATIBLE_MODELS: /);
    expect(() => list({ googleApiKey: 'g' }, catalog)).toThrow(/^MODEL_CATALOG: .*google/);
    expect(availableJudges(catalog, unset)).toEqual([]);
  });
});
