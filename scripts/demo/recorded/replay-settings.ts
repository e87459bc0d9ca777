import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordedJudgeId, recordedModelId } from './replay-server.ts';

/**
 * Returns an environment in which the replay server is the only model, whatever providers the shell has. Writes the
 * catalogue for it to `folder`. The price is 0, because nothing is paid for a recording.
 * @param settings `judges`: the recording has the answers of a judge, which is another model
 */
export async function replaySettings(
  baseUrl: string,
  { folder, environment, judges = false }: { folder: string; environment: NodeJS.ProcessEnv; judges?: boolean },
): Promise<NodeJS.ProcessEnv> {
  const path = join(folder, 'recorded-model-catalog.json');
  const price = { inputPerMillion: 0, outputPerMillion: 0 };
  const model = { id: recordedModelId, provider: 'openai-compatible', tier: 'premium', ...price };
  const judge = { ...model, id: recordedJudgeId, kind: 'judge' };
  await mkdir(folder, { recursive: true });
  await writeFile(path, JSON.stringify({ models: judges ? [model, judge] : [model] }));
  return {
    ...environment,
    OPENAI_COMPATIBLE_BASE_URL: baseUrl,
    OPENAI_COMPATIBLE_MODELS: judges ? `${recordedModelId},${recordedJudgeId}` : recordedModelId,
    MODEL_CATALOG: path,
    EMBEDDING_MODEL: 'off',
  };
}
