/** Numbers to work on: `count` of them from `from`, `lanes` at a time, until the signal aborts. */
export interface Lanes {
  from: number;
  count: number;
  lanes: number;
  signal: AbortSignal;
}

/** Calls `work` with each number; each lane takes the next one when it has finished. Throws what `work` throws. */
export async function runLanes(
  { from, count, lanes, signal }: Lanes,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = from;
  const run = async () => {
    while (next < from + count && !signal.aborted) await work(next++);
  };
  await Promise.all(Array.from({ length: lanes }, run));
}
