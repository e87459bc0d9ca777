import type { Agent } from '@ecp/contract/reach/service';
import { type EngineClient, EngineUnavailableError } from './engine-client.ts';
import { engineErrorOf } from './engine-error.ts';

/** Reads the agents that tasks may name (PLN-3). Error: `engine_error` when the roster is not available. */
export async function readRoster(engine: Pick<EngineClient, 'listAgents'>): Promise<Agent[]> {
  try {
    return await engine.listAgents();
  } catch (error) {
    if (!(error instanceof EngineUnavailableError)) throw error;
    throw engineErrorOf(error);
  }
}
