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

/** The providers whose address a key names: they have none that all customers share. */
export const addressedProviders: readonly ModelKeyProvider[] = ['azure', 'amazon-bedrock', 'openai-compatible'];

export const modelKeyLimits = { apiKey: 500, baseUrl: 500, models: 50 } as const;
