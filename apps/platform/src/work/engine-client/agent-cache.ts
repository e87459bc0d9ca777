import type { Agent } from '@ecp/contract/reach/service';

const freshMs = 60_000;

/**
 * Caches the roster for a minute, and longer while it cannot be fetched. Concurrent callers share one fetch. Throws the
 * error of `fetch` if no fetch has ever succeeded.
 */
export function createAgentCache(fetch: () => Promise<Agent[]>): () => Promise<Agent[]> {
  let kept: { agents: Agent[]; atMs: number } | undefined;
  let fetching: Promise<Agent[]> | undefined;

  const refresh = async (): Promise<Agent[]> => {
    try {
      const agents = await fetch();
      kept = { agents, atMs: performance.now() };
      return agents;
    } catch (error) {
      if (kept) return kept.agents;
      throw error;
    } finally {
      fetching = undefined;
    }
  };

  return async () => {
    if (kept && performance.now() - kept.atMs < freshMs) return kept.agents;
    fetching ??= refresh();
    return fetching;
  };
}
