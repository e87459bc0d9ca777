import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FakeLlmServer, startFakeLlmServer } from '@ecp/testing/fake-llm/fake-llm-server';

const model = 'fake-model';

/**
 * A metered fake of a model provider, and the settings with which a product uses it at the meter's
 * prices.
 */
export interface FakeModels {
  server: FakeLlmServer;
  environment: Record<string, string>;
}

/** Starts the fake and writes its catalogue to `folder`. Prices are in USD per million tokens. */
export async function startFakeModels(
  folder: string,
  options: { latencyMs?: number; inputPerMillion?: number; outputPerMillion?: number } = {},
): Promise<FakeModels> {
  const { latencyMs = 0, inputPerMillion = 3, outputPerMillion = 15 } = options;
  const server = await startFakeLlmServer({
    latencyMs,
    models: [model],
    prices: { inputPerMillion, outputPerMillion },
  });
  const catalog = join(folder, 'model-catalog.json');
  const entry = {
    id: model,
    provider: 'openai-compatible',
    inputPerMillion,
    outputPerMillion,
    tier: 'standard',
  };
  await writeFile(catalog, JSON.stringify({ models: [entry] }));
  return {
    server,
    environment: {
      OPENAI_COMPATIBLE_BASE_URL: server.baseUrl,
      OPENAI_COMPATIBLE_API_KEY: 'not-a-secret',
      OPENAI_COMPATIBLE_MODELS: model,
      MODEL_CATALOG: catalog,
    },
  };
}
