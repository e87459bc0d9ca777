import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordedModelId } from './replay-server.ts';

/**
 * Returns an environment in which the replay server is the only model, whatever providers the shell has. Writes the
 * catalogue for it to `folder`. The price is 0, because nothing is paid for a recording.
 */
export async function replaySettings(
  baseUrl: string,
  { folder, environment }: { folder: string; environment: NodeJS.ProcessEnv },
): Promise<NodeJS.ProcessEnv> {
  const path = join(folder, 'recorded-model-catalog.json');
  const price = { inputPerMillion: 0, outputPerMillion: 0 };
  const model = { id: recordedModelId, provider: 'openai-compatible', tier: 'premium', ...price };
  await mkdir(folder, { recursive: true });
  await writeFile(path, JSON.stringify({ models: [model] }));
  return {
    ...environment,
    OPENAI_COMPATIBLE_BASE_URL: baseUrl,
    OPENAI_COMPATIBLE_MODELS: recordedModelId,
    MODEL_CATALOG: path,
    EMBEDDING_MODEL: 'off',
  };
}
