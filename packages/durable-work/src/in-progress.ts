/** Time in which DBOS records the end of work, also when it has to repeat that. */
const recordedWithinMs = 60_000;

/** Executions in this process by the id of their work. */
const running = new Map<string, number>();
/** When the last execution of a work ended, by the clock of this process. */
const ended = new Map<string, number>();

/** Counts the work as in progress while `execute` runs, and until its end is recorded. */
export async function whileInProgress<Result>(id: string, execute: () => Promise<Result>): Promise<Result> {
  running.set(id, (running.get(id) ?? 0) + 1);
  try {
    return await execute();
  } finally {
    const left = (running.get(id) ?? 1) - 1;
    if (left > 0) running.set(id, left);
    else running.delete(id);
    // Deleted first, so that the map stays in the order of the times.
    ended.delete(id);
    ended.set(id, performance.now());
  }
}

/** Tells which of these works this process executes, or has ended so lately that it may not be recorded. */
export function selectInProgress(ids: readonly string[]): Set<string> {
  const sinceMs = performance.now() - recordedWithinMs;
  for (const [id, atMs] of ended) {
    if (atMs >= sinceMs) break;
    ended.delete(id);
  }
  return new Set(ids.filter((id) => running.has(id) || ended.has(id)));
}
