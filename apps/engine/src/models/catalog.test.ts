import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { availableModels, offlineModel } from './available-models.ts';
import { loadCatalog, ModelConfigurationError } from './catalog.ts';
import type { ModelSettings } from './model-settings.ts';

const unset: ModelSettings = { localModelLatencyMs: 0 };
const folder = mkdtempSync(join(tmpdir(), 'catalog-'));

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
      const tiers = models.filter((model) => model.provider === provider).map((model) => model.tier);
      expect(new Set(tiers)).toEqual(new Set(['economy', 'standard', 'premium']));
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

  it('refuses a missing file', () => {
    expect(() => loadCatalog(join(folder, 'missing.json'))).toThrow(/MODEL_CATALOG: cannot read .*missing\.json/);
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
    expect(new Set(models.map((model) => model.provider))).toEqual(new Set(['anthropic', 'google']));
  });

  // MOD-2
  it('counts an unlisted OpenAI-compatible model as free and says so', () => {
    const { models, warnings } = list({ openaiCompatible: server });
    expect(models).toMatchObject([{ id: 'llama', inputPerMillion: 0, outputPerMillion: 0, tier: 'standard' }]);
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
    expect(list({ openaiCompatible: server }, catalog)).toMatchObject({ models: [entry], warnings: [] });
    expect(list({ openaiCompatible: { ...server, models: [] } }, catalog).ids).toEqual(['llama']);
  });

  it('prevents the start if a provider is set and no model can be called', () => {
    expect(() => list({ openaiCompatible: { ...server, models: [] } })).toThrow(/^OPENAI_COMPATIBLE_MODELS: /);
    expect(() => list({ openaiApiKey: 'k' }, { models: [] })).toThrow(/^MODEL_CATALOG: .*openai/);
  });
});
