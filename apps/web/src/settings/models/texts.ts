import { t, translated } from '../../language/translate.ts';

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
    answered: (seconds: string, cost: string) => t('Answered in {seconds} s for {cost}', { seconds, cost }),
  },
  connect: {
    title: 'Connect a model',
    description:
      'Models are connected by settings of the installation, which are read at its start. Whoever runs it sets one of these and starts it again.',
    more: 'Azure, Bedrock and Vertex AI also need their models and prices in the file that MODEL_CATALOG names.',
    provider: 'With a provider’s key',
    own: 'With a server of your own',
  },
});
