import { ApiError } from '@ecp/contract/declaring/errors';
import type { EngineClient } from '../engine-client/engine-client.ts';
import { readModels } from '../engine-client/read-lists.ts';

/**
 * Checks that the engine can call the model that an engagement names, if it names one (ENG-26). Errors:
 * `unknown_model`, `engine_error` when the list of models is not available.
 */
export async function requireKnownModel(engine: EngineClient, model: string | null | undefined): Promise<void> {
  if (model === null || model === undefined) return;
  const models = await readModels(engine);
  if (!models.some(({ id }) => id === model)) throw new ApiError('unknown_model', { values: { model } });
}
