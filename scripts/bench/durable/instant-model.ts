import type { LanguageModelV4 } from '@ai-sdk/provider';

const text = '# Findings\n\nThe market grows by 14 % a year.\n';

/** Creates a model that answers every call at once with the same text, so that it adds no time to the benchmark. */
export function createInstantModel(): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'bench',
    modelId: 'instant',
    supportedUrls: {},
    doGenerate: async () => ({
      content: [{ type: 'text', text }],
      finishReason: { unified: 'stop', raw: 'stop' },
      usage: {
        inputTokens: { total: 100, noCache: 100, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 20, text: 20, reasoning: 0 },
      },
      warnings: [],
    }),
    doStream: () => Promise.reject(new Error('The benchmark streams nothing')),
  };
}
