const freshMs = 60_000;

/**
 * Caches a list of the engine for a minute, and longer while it cannot be fetched. Concurrent callers share one fetch.
 * Throws the error of `fetch` if no fetch has ever succeeded.
 */
export function createListCache<Entry>(fetch: () => Promise<Entry[]>): () => Promise<Entry[]> {
  let kept: { entries: Entry[]; atMs: number } | undefined;
  let fetching: Promise<Entry[]> | undefined;

  const refresh = async (): Promise<Entry[]> => {
    try {
      const entries = await fetch();
      kept = { entries, atMs: performance.now() };
      return entries;
    } catch (error) {
      if (kept) return kept.entries;
      throw error;
    } finally {
      fetching = undefined;
    }
  };

  return async () => {
    if (kept && performance.now() - kept.atMs < freshMs) return kept.entries;
    fetching ??= refresh();
    return fetching;
  };
}
