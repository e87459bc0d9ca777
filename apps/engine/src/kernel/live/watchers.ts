/** Time after which a reader that has not announced itself again reads no more. */
const watchedMs = 25_000;

/** The processes whose readers watch runs. */
export interface Watchers {
  /** Records that a process watches a run. Returns true if it did not watch before. */
  announce(run: string, reader: string): boolean;
  /** Returns the processes that watch a run. */
  of(run: string): string[];
}

/** Creates an empty list of watchers. */
export function createWatchers(): Watchers {
  const untilMs = new Map<string, Map<string, number>>();
  return {
    announce(run, reader) {
      const nowMs = performance.now();
      const readers = untilMs.get(run) ?? new Map<string, number>();
      const isNew = (readers.get(reader) ?? 0) < nowMs;
      untilMs.set(run, readers.set(reader, nowMs + watchedMs));
      return isNew;
    },
    of(run) {
      const nowMs = performance.now();
      const readers = [...(untilMs.get(run) ?? [])].filter(([, until]) => until >= nowMs).map(([reader]) => reader);
      if (readers.length === 0) untilMs.delete(run);
      return readers;
    },
  };
}
