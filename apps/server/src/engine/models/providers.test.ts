import { describe, expect, it } from 'vitest';
import { ModelConfigurationError, type ModelProvider } from './catalog.ts';
import { createLanguageModel } from './providers.ts';

const settings = {
  anthropicApiKey: 'a',
  openaiApiKey: 'o',
  googleApiKey: 'g',
  openaiCompatible: { baseUrl: 'http://127.0.0.1:4010/v1', models: ['m'] },
  localModelLatencyMs: 0,
};

function newEntry(provider: ModelProvider, id: string) {
  return { id, provider, inputPerMillion: 0, outputPerMillion: 0, tier: 'standard' } as const;
}

describe('createLanguageModel', () => {
  // MOD-1, MOD-2
  it.each([
    ['anthropic', 'claude-haiku-4-5', 'anthropic.messages'],
    ['openai', 'gpt-4.1', 'openai.chat'],
    ['google', 'gemini-2.5-pro', 'google.generative-ai'],
    ['openai-compatible', 'm', 'openai-compatible.chat'],
  ] as const)('opens a model of %s by its id', (provider, id, expected) => {
    const model = createLanguageModel(newEntry(provider, id), settings);
    expect(model).toMatchObject({ specificationVersion: 'v4', provider: expected, modelId: id });
  });

  it('opens the offline model without any key', () => {
    const model = createLanguageModel(newEntry('local', 'local/extractive'), {
      localModelLatencyMs: 0,
    });
    expect(model).toMatchObject({ specificationVersion: 'v4', modelId: 'local/extractive' });
  });

  it.each(['anthropic', 'openai', 'google', 'openai-compatible'] as const)(
    'refuses %s without settings',
    (provider) => {
      const open = () => createLanguageModel(newEntry(provider, 'x'), { localModelLatencyMs: 0 });
      expect(open).toThrow(ModelConfigurationError);
    },
  );
});
