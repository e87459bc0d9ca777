import pg from 'pg';

/** First key of the advisory locks on executor slots; the second is the slot's number. */
const slotLockSpaces = { engine: 7_305_201, platform: 7_305_202 } as const;
const maxSlots = 256;

export interface ExecutorSlot {
  /** Stable across restarts: the next process takes the lowest free slot and with it the work left there. */
  executorId: string;
  /** Settles when the lock's connection is lost: another process may now take the slot. */
  lost: Promise<Error>;
  release(): Promise<void>;
}

/**
 * Claims the lowest free executor id of a service by a session-level advisory lock, so that a dead process's work is
 * found by the next one that starts (architecture, recovery of a dead engine process).
 */
export async function claimExecutorSlot(url: string, service: keyof typeof slotLockSpaces): Promise<ExecutorSlot> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true });
  const { promise: lost, resolve } = Promise.withResolvers<Error>();
  client.on('error', resolve);
  await client.connect();
  for (let slot = 1; slot <= maxSlots; slot += 1) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1, $2) as locked', [
      slotLockSpaces[service],
      slot,
    ]);
    if (rows[0]?.locked) return { executorId: `${service}-${slot}`, lost, release: () => client.end() };
  }
  await client.end();
  throw new Error(`All ${maxSlots} executor slots of the ${service} are taken`);
}
