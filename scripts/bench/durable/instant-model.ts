import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';

const parts: LanguageModelV4StreamPart[] = [
  { type: 'text-delta', id: 'text', delta: '# Findings\n\nThe market grows by 14 % a year.\n' },
  {
    type: 'finish',
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: {
      inputTokens: { total: 100, noCache: 100, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 20, text: 20, reasoning: 0 },
    },
  },
];

/** Creates a model that answers every call at once with the same text, so that it adds no time to the benchmark. */
export function createInstantModel(): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'bench',
    modelId: 'instant',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('Every call streams its answer')),
    doStream: async () => ({ stream: ReadableStream.from(parts) }),
  };
}
