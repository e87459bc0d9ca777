import type { LanguageModelV4 } from '@ai-sdk/provider';
import { defaultSettingsMiddleware, wrapLanguageModel } from 'ai';

interface OpenAiProvider {
  chat(name: string): LanguageModelV4;
  responses(name: string): LanguageModelV4;
}

/** GPT 5.6 and later refuse tools beside reasoning in chat completions. Azure calls GPT 3.5 `gpt-35`. */
const needsResponses = /^gpt-(5\.[6-9]|[6-9]|[12]\d)/;

/**
 * Returns a function that opens a model of OpenAI by its name: in the chat endpoint, which every gateway supports, or
 * in the responses endpoint for models that need it. There the provider is told to store nothing.
 */
export function chooseOpenAiEndpoint(provider: OpenAiProvider): (name: string) => LanguageModelV4 {
  return (name) => {
    if (!needsResponses.test(name)) return provider.chat(name);
    const providerOptions = { openai: { store: false } };
    const middleware = defaultSettingsMiddleware({ settings: { providerOptions } });
    return wrapLanguageModel({ model: provider.responses(name), middleware });
  };
}
