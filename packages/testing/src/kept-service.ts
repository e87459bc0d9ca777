interface Service {
  close(): Promise<void>;
}

/** The service that this worker opened last. The durable queue allows only one per process. */
let kept: Service | undefined;

/**
 * Closes the service that earlier test files of this worker opened, so that another one can open
 * the durable queue.
 */
export async function closeKeptService(): Promise<void> {
  const service = kept;
  kept = undefined;
  await service?.close();
}

/**
 * Registers a service that a test file opened for itself, so that one that a failed test left open
 * blocks nobody.
 */
export function registerService(service: Service): void {
  kept = service;
}

/**
 * Returns a function that gives a worker's test files one service, opened again if another took its
 * place.
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
