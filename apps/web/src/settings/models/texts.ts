export const modelsTexts = {
  connected: {
    title: 'Connected models',
    description:
      'The engine chooses one of them for each task, unless an engagement names one. Prices are in US dollars.',
    none: 'No model is connected',
    noneAdvice:
      'The built-in offline model stands in. It makes evidence packs of quotes, sums and tables from your brief and files. It writes no recommendation, and nothing is scored.',
    columns: {
      model: 'Model',
      tier: 'Tier',
      input: 'Per million tokens in',
      output: 'Per million tokens out',
      context: 'Context, tokens',
      test: 'Test',
    },
    tiers: { economy: 'Economy', standard: 'Standard', premium: 'Premium' },
    unknownContext: 'Not stated',
    providers: {
      anthropic: 'Anthropic',
      openai: 'OpenAI',
      google: 'Google',
      azure: 'Azure OpenAI',
      'amazon-bedrock': 'Amazon Bedrock',
      'google-vertex': 'Vertex AI',
      'openai-compatible': 'OpenAI-compatible server',
    } as Readonly<Record<string, string>>,
  },
  test: {
    start: 'Test',
    label: (model: string) => `Test ${model}`,
    note: 'A test asks the model for one word. Its cost, a fraction of a cent, counts against no engagement; the audit log has it.',
    answered: (seconds: string, cost: string) => `Answered in ${seconds} for ${cost}`,
  },
  connect: {
    title: 'Connect a model',
    description:
      'Models are connected by settings of the installation, which are read at its start. Whoever runs it sets one of these and starts it again.',
    settings: [
      ['Anthropic', 'ANTHROPIC_API_KEY'],
      ['OpenAI', 'OPENAI_API_KEY'],
      ['Google', 'GOOGLE_GENERATIVE_AI_API_KEY'],
      ['Azure OpenAI', 'AZURE_API_KEY and AZURE_RESOURCE_NAME'],
      ['Amazon Bedrock', 'BEDROCK_REGION and BEDROCK_API_KEY'],
      ['Vertex AI', 'GOOGLE_VERTEX_PROJECT and GOOGLE_VERTEX_LOCATION'],
      ['Ollama, vLLM or a gateway', 'OPENAI_COMPATIBLE_BASE_URL and OPENAI_COMPATIBLE_MODELS'],
    ],
    more: 'Azure, Bedrock and Vertex AI also need their models and prices in the file that MODEL_CATALOG names.',
    provider: 'With a provider’s key',
    own: 'With a server of your own',
    providerExample: 'ANTHROPIC_API_KEY=… npm start',
    ownExample: 'OPENAI_COMPATIBLE_BASE_URL=http://127.0.0.1:11434/v1 OPENAI_COMPATIBLE_MODELS=llama3.1 npm start',
  },
} as const;
