/** Number of concurrent workflows, of steps in each, and of timed workflows. */
export const durableSizes = { concurrency: 100, steps: 6, warmUp: 100, workflows: 500, rounds: 2 } as const;

/** The output of each program of the durable part: one rate per round. */
export interface DurableResult {
  stepsPerSecond: number[];
}

/** Runs `work` for `count` numbers that start at `from`, `concurrency` at once. */
export async function runConcurrently(
  from: number,
  count: number,
  work: (number: number) => Promise<unknown>,
): Promise<void> {
  let next = from;
  const worker = async () => {
    while (next < from + count) await work(next++);
  };
  await Promise.all(Array.from({ length: durableSizes.concurrency }, worker));
}

/** Warms up, then times the rounds. Returns the steps per second of each round. */
export async function timeWorkflows(work: (number: number) => Promise<unknown>): Promise<DurableResult> {
  const { warmUp, workflows, rounds, steps } = durableSizes;
  await runConcurrently(0, warmUp, work);
  const stepsPerSecond: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedMs = performance.now();
    await runConcurrently(warmUp + round * workflows, workflows, work);
    stepsPerSecond.push((workflows * steps * 1_000) / (performance.now() - startedMs));
  }
  return { stepsPerSecond };
}
