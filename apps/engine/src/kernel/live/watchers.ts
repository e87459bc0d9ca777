/** A process that has not announced itself for so long watches no more. */
const watchedMs = 25_000;

/** The other processes whose readers watch runs. */
export interface Watchers {
  /** Records that a process watches a run. Returns true if it did not watch before. */
  announce(run: string, reader: string): boolean;
  /** Returns true if another process watches a run. */
  has(run: string): boolean;
}

/** Creates an empty list of watchers. */
export function createWatchers(): Watchers {
  const untilMs = new Map<string, Map<string, number>>();
  // Every process hears of every watched run, also of those in which it writes nothing.
  const forget = (nowMs: number) => {
    for (const [run, readers] of untilMs) {
      for (const [reader, until] of readers) if (until < nowMs) readers.delete(reader);
      if (readers.size === 0) untilMs.delete(run);
    }
  };
  return {
    announce(run, reader) {
      const nowMs = performance.now();
      const readers = untilMs.get(run) ?? new Map<string, number>();
      const isNew = (readers.get(reader) ?? 0) < nowMs;
      if (isNew) forget(nowMs);
      untilMs.set(run, readers.set(reader, nowMs + watchedMs));
      return isNew;
    },
    has(run) {
      const nowMs = performance.now();
      return [...(untilMs.get(run)?.values() ?? [])].some((until) => until >= nowMs);
    },
  };
}
