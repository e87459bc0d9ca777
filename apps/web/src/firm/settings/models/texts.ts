import { t, translated } from '../../../base/language/translate.ts';

export const modelsTexts = translated({
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
      'openai-compatible': 'Ollama, vLLM, a gateway',
    },
  },
  test: {
    start: 'Test',
    label: (model: string) => t('Test {model}', { model }),
    note: 'A test asks the model for one word. Its cost, a fraction of a cent, counts against no engagement; the audit log has it.',
    cheap: 'less than a cent',
    answered: (seconds: string, cost: string) =>
      t('Answered in {seconds} s for {cost}', { seconds, cost }),
  },
  own: {
    title: 'Keys of your workspace',
    description:
      'With a key of your own, only its models work for your workspace, and its provider bills you.',
    add: 'Set a key',
    list: 'Keys of your workspace',
    none: 'Your workspace has no key of its own. It uses the models of this installation.',
    required:
      'This installation has no models for your workspace. Runs and grids start once an admin has set a key.',
    off: 'This installation takes no keys of workspaces. The keys below are not used.',
    endsIn: (last4: string) => t('ends in {last4}', { last4 }),
    allModels: 'All its models',
    setBy: (name: string, date: string) => t('Set by {name} on {date}', { name, date }),
    used: (ago: string) => t('used {ago}', { ago }),
    neverUsed: 'not used yet',
    refused: 'Refused',
    refusedAdvice: (ago: string) =>
      t('The provider refused this key {ago}. Set another one.', { ago }),
    actions: (name: string) => t('Actions for the key of {name}', { name }),
    replace: 'Replace',
    form: {
      title: 'Set a key',
      replaceTitle: (name: string) => t('Replace the key of {name}', { name }),
      provider: 'Provider',
      apiKey: 'API key',
      apiKeyHint: 'It is tried by one call, kept encrypted, and never shown again.',
      baseUrl: 'Base URL',
      baseUrlHint: 'The address of the API with its version.',
      baseUrlOptional: 'Base URL (optional)',
      baseUrlOptionalHint: 'Only for a gateway in front of the provider.',
      models: 'Models (optional)',
      modelsHint:
        'Names with commas between them. Without any, the key serves all models of the provider in the catalog.',
      refused: 'The key cannot be used',
      /** The reasons of a refusal, by the kinds that the engine tells. */
      refusals: {
        unauthorized: 'The provider refuses this key, or its account has no credit left.',
        unknown_model: 'The provider does not know one of the models.',
        unreachable: 'The provider cannot be reached at this address.',
        connection_cut: 'The provider cannot be reached at this address.',
        timeout: 'The provider does not answer in time.',
        rate_limited: 'The provider takes no more calls at the moment. Try again in a minute.',
      },
      submit: 'Try and set the key',
      done: 'The key works and is set',
    },
    remove: {
      item: 'Remove',
      title: (name: string) => t('Remove the key of {name}?', { name }),
      advice:
        'Calls with it end within seconds, also in a run. Without any key, your workspace uses the models of this installation.',
      confirm: 'Remove the key',
      done: 'The key is removed',
    },
  },
  connect: {
    title: 'Connect a model for the installation',
    description:
      'These models are connected by settings of the installation, which are read at its start. Whoever runs it sets one of these and starts it again.',
    more: 'Azure, Bedrock and Vertex AI also need their models and prices in the file that MODEL_CATALOG names.',
    provider: 'With a provider’s key',
    own: 'With a server of your own',
  },
});
