/** The providers of models for which a tenant can have an own key. */
export const modelKeyProviders = [
  'anthropic',
  'openai',
  'google',
  'azure',
  'amazon-bedrock',
  'google-vertex',
  'openai-compatible',
] as const;
export type ModelKeyProvider = (typeof modelKeyProviders)[number];

/** Names of the providers, which are the same in each language. */
export const modelProviderNames: Record<ModelKeyProvider, string> = {
  anthropic: 'Anthropic',
  openai: 'OpenAI',
  google: 'Google',
  azure: 'Azure OpenAI',
  'amazon-bedrock': 'Amazon Bedrock',
  'google-vertex': 'Vertex AI',
  'openai-compatible': 'OpenAI-compatible',
};

/** The providers whose address a key names: they have none that all customers share. */
export const addressedProviders: readonly ModelKeyProvider[] = [
  'azure',
  'amazon-bedrock',
  'openai-compatible',
];

export const modelKeyLimits = { apiKey: 500, baseUrl: 500, models: 50 } as const;
