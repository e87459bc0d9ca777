import { keepService } from '@ecp/testing/kept-service';
import { type PricedProvider, startPricedProvider } from './priced-provider.ts';
import { openTestEngine, type TestEngine } from './start-test-engine.ts';

interface SharedEngine {
  engine: TestEngine;
  provider: PricedProvider;
}

/** Limits with which failed calls are repeated at once. */
const limits = { backoffMs: 10, maxBackoffMs: 50 };

const keepEngine = keepService(async () => {
  const provider = await startPricedProvider();
  const engine = await openTestEngine({ models: provider.settings, limits });
  const close = async () => {
    await engine.close();
    await provider.close();
  };
  return { engine, provider, close };
});

/**
 * Returns the engine and the provider that all test files of a worker share; they stay open. The
 * provider's script and its calls are reset. A file needs `startTestEngine` if it changes settings,
 * counts rows of all runs, teaches the engine what the model refuses, or leaves runs under way.
 */
export async function shareTestEngine(): Promise<SharedEngine> {
  const { engine, provider } = await keepEngine();
  provider.latencyMs = 0;
  provider.behave({});
  provider.failWhen(() => null);
  provider.respondWith(() => null);
  provider.meter.calls.length = 0;
  return { engine, provider };
}
