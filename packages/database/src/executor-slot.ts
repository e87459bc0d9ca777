import pg from 'pg';
import type { Statement } from './statement.ts';

/** First key of the advisory locks on executor slots. The second key is the slot's number. */
const slotLockSpaces = { engine: 7_305_201, platform: 7_305_202 } as const;
const maxSlots = 256;

export interface ExecutorSlot {
  /** Stable across restarts. The next process takes the lowest free slot and the work left there. */
  executorId: string;
  /** Settles when the lock's connection is lost. Another process may then take the slot. */
  lost: Promise<Error>;
  release(): Promise<void>;
}

/**
 * Claims the lowest free executor id of a service by a session-level advisory lock, so that the next process that
 * starts finds the work of a dead one (architecture, recovery of a dead engine process).
 */
export async function claimExecutorSlot(url: string, service: keyof typeof slotLockSpaces): Promise<ExecutorSlot> {
  const { client, lost } = await connect(url);
  for (let slot = 1; slot <= maxSlots; slot += 1) {
    if (!(await tryLock(client, service, slot))) continue;
    return { executorId: `${service}-${slot}`, lost, release: () => client.end() };
  }
  await client.end();
  throw new Error(`All ${maxSlots} executor slots of the ${service} are taken`);
}

/**
 * Claims the slot of an executor id if its owner is dead. Returns null while the owner lives, or if the id is not one
 * of the service's. With the claim, the dead executor's work may be handed to living ones; release it afterwards.
 */
export async function claimDeadExecutor(
  url: string,
  service: keyof typeof slotLockSpaces,
  executorId: string,
): Promise<ExecutorSlot | null> {
  const slot = Number(/^(\w+)-(\d+)$/.exec(executorId)?.[2] ?? 0);
  if (executorId !== `${service}-${slot}` || slot < 1 || slot > maxSlots) return null;
  const { client, lost } = await connect(url);
  if (await tryLock(client, service, slot)) return { executorId, lost, release: () => client.end() };
  await client.end();
  return null;
}

/** Selects whether a process holds the slot of an executor id. Null if the id is not one of the service's. */
export function selectSlotIsHeld(
  service: keyof typeof slotLockSpaces,
  executorId: string,
): Statement<{ held: boolean }> | null {
  const slot = Number(/^(\w+)-(\d+)$/.exec(executorId)?.[2] ?? 0);
  if (executorId !== `${service}-${slot}` || slot < 1 || slot > maxSlots) return null;
  return {
    name: 'is_executor_slot_held',
    text: `select exists (
        select from pg_locks where locktype = 'advisory' and classid::bigint = $1 and objid::bigint = $2 and granted
          and database = (select oid from pg_database where datname = current_database())
      ) as held`,
    values: [slotLockSpaces[service], slot],
  };
}

async function connect(url: string): Promise<{ client: pg.Client; lost: Promise<Error> }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true });
  const { promise: lost, resolve } = Promise.withResolvers<Error>();
  client.on('error', resolve);
  await client.connect();
  return { client, lost };
}

async function tryLock(client: pg.Client, service: keyof typeof slotLockSpaces, slot: number): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1, $2) as locked', [
    slotLockSpaces[service],
    slot,
  ]);
  return rows[0]?.locked ?? false;
}
