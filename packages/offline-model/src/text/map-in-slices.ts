import type { TimeSlice } from '@ecp/semaphore/semaphore';

/** Maps the items of a long list, and yields to the event loop between time slices. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
  timeSlice: TimeSlice,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    if (timeSlice.isUsedUp()) await timeSlice.yieldToEventLoop();
    results.push(map(item));
  }
  return results;
}
