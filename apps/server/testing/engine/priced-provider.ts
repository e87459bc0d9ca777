import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { labelsOf } from '@ecp/testing/fake-llm/fake-llm-answer';
import type { MeteredCall } from '@ecp/testing/fake-llm/fake-llm-meter';
import { type FakeLlmServer, startFakeLlmServer } from '@ecp/testing/fake-llm/fake-llm-server';
import type { ModelSettings } from '../../src/engine/models/available-models.ts';
import type { CatalogModel } from '../../src/engine/models/catalog.ts';

/** A fake provider over real HTTP whose models have prices, so that budgets limit its calls. */
export interface PricedProvider extends FakeLlmServer {
  /** Settings for an engine in this process. */
  settings: Partial<ModelSettings>;
  /** Environment of an engine process. */
  environment: Record<string, string>;
}

const prices = { inputPerMillion: 1, outputPerMillion: 4 };
const provider = 'openai-compatible';
const onlyModel: CatalogModel = { id: 'fake-model', provider, tier: 'standard', ...prices };

/**
 * Starts the provider with a catalogue file of `models`, by default one model at the meter's
 * prices.
 */
export async function startPricedProvider(
  models: CatalogModel[] = [onlyModel],
): Promise<PricedProvider> {
  const folder = await mkdtemp(join(tmpdir(), 'engine-catalog-'));
  const catalogPath = join(folder, 'models.json');
  await writeFile(catalogPath, JSON.stringify({ models }));
  const server = await startFakeLlmServer({ prices });
  const ids = models
    .filter((model) => model.kind === undefined && model.provider === provider)
    .map(({ id }) => id);
  return Object.assign(server, {
    settings: {
      catalogPath,
      openaiCompatible: { baseUrl: server.baseUrl, apiKey: 'key-of-the-provider', models: ids },
    },
    environment: {
      MODEL_CATALOG: catalogPath,
      OPENAI_COMPATIBLE_BASE_URL: server.baseUrl,
      OPENAI_COMPATIBLE_API_KEY: 'key-of-the-provider',
      OPENAI_COMPATIBLE_MODELS: ids.join(','),
    },
    close: closeWith(server.close, folder),
  });
}

function closeWith(close: () => Promise<void>, folder: string): () => Promise<void> {
  return async () => {
    await close();
    await rm(folder, { recursive: true });
  };
}

/**
 * Returns the purpose of a call: the name of its schema, or `revise` or `draft` by the sections of
 * its text.
 */
export function purposeOf({ body }: Pick<MeteredCall, 'body'>): string {
  const named = body.response_format?.json_schema?.name;
  if (named !== undefined) return named;
  return labelsOf(body).has('your draft') ? 'revise' : 'draft';
}

/** Returns the whole text of a call. */
export function textOf({ body }: Pick<MeteredCall, 'body'>): string {
  return JSON.stringify(body.messages);
}
