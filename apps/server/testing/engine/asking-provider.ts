import { type PricedProvider, purposeOf, startPricedProvider } from './priced-provider.ts';

/**
 * Starts a provider whose model asks one question in the first turn of each draft, and writes in
 * the second.
 */
export async function startAskingProvider(): Promise<PricedProvider> {
  const provider = await startPricedProvider();
  const asked = {
    question: 'Which margin?',
    assumption: 'A margin of 40 %.',
    impact: 'The price.',
  };
  provider.respondWith((body) => {
    if (
      purposeOf({ body }) !== 'draft' ||
      !body.tools ||
      body.messages.some(({ role }) => role === 'tool')
    )
      return null;
    return { toolCalls: [{ name: 'ask_question', arguments: JSON.stringify(asked) }] };
  });
  return provider;
}
