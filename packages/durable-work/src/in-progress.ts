/** Time in which DBOS records the end of work, also when it has to repeat that. */
const recordedWithinMs = 60_000;

/** Executions in this process by the id of their work. */
const running = new Map<string, number>();
/** When the last execution of a work of DBOS ended, by the clock of this process. */
const ended = new Map<string, number>();

/** Counts a work as in progress until `leaveProgress` is called as often. */
export function enterProgress(id: string): void {
  running.set(id, (running.get(id) ?? 0) + 1);
}

/** Ends what `enterProgress` has begun. Call it after the end of the work is recorded. */
export function leaveProgress(id: string): void {
  const left = (running.get(id) ?? 1) - 1;
  if (left > 0) running.set(id, left);
  else running.delete(id);
}

/** Counts the work as in progress while `execute` runs, and until DBOS has recorded its end. */
export async function whileInProgress<Result>(id: string, execute: () => Promise<Result>): Promise<Result> {
  enterProgress(id);
  try {
    return await execute();
  } finally {
    leaveProgress(id);
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
