import type { Agent, ModelList } from '@ecp/contract/reach/service';
import { type EngineClient, EngineUnavailableError } from './engine-client.ts';
import { engineErrorOf } from './engine-error.ts';

/** Reads the agents that tasks may name (PLN-3). Error: `engine_error` when the roster is not available. */
export function readRoster(engine: Pick<EngineClient, 'listAgents'>): Promise<Agent[]> {
  return explain(engine.listAgents());
}

/** Reads the models that an engagement may name (PLN-4). Error: `engine_error` when the list is not available. */
export function readModels(engine: Pick<EngineClient, 'listModels'>): Promise<ModelList['models']> {
  return explain(engine.listModels());
}

async function explain<Entry>(list: Promise<Entry[]>): Promise<Entry[]> {
  try {
    return await list;
  } catch (error) {
    if (!(error instanceof EngineUnavailableError)) throw error;
    throw engineErrorOf(error);
  }
}
