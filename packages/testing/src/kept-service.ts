interface Service {
  close(): Promise<void>;
}

/** What this worker keeps open between test files. At most one: the durable queue is one a process. */
let kept: Service | undefined;

/** Closes what earlier test files of this worker have kept, so that another service can open the durable queue. */
export async function closeKeptService(): Promise<void> {
  const service = kept;
  kept = undefined;
  await service?.close();
}

/**
 * Returns a function that gives all test files of a worker the same service. It is opened for the first of them, and
 * again where another service took its place in between. It ends with the worker.
 */
export function keepService<Kept extends Service>(open: () => Promise<Kept>): () => Promise<Kept> {
  let own: Kept | undefined;
  return async () => {
    if (own === undefined || kept !== own) {
      await closeKeptService();
      own = await open();
      kept = own;
    }
    return own;
  };
}
