import { announceAbilities } from '@ecp/database/shared-abilities';
import type { FastifyBaseLogger } from 'fastify';
import { runPeriodically } from '../durable-work/retry-until-done.ts';
import type { KeyRing } from './key-ring.ts';

/** The longest delay until the first secret writes, once every process has it. */
const checkIntervalMs = 2_000;

export interface AgreeOnKeyOptions {
  databaseUrl: string;
  keys: KeyRing;
  log: FastifyBaseLogger;
}

/**
 * Chooses the secret that writes: the first one that every platform process on this database has (SET-16). A new secret
 * can reach the processes one after the other, and no process encrypts what another cannot decrypt. This process
 * announces its secrets to the others until it is closed.
 */
export async function agreeOnKey({ databaseUrl, keys, log }: AgreeOnKeyOptions): Promise<{ close(): Promise<void> }> {
  const closing = new AbortController();
  const announcement = await announceAbilities(databaseUrl, keys.ids.map(abilityOf));
  const choose = async () => {
    const shared = await Promise.all(keys.ids.map((id) => announcement.isShared(abilityOf(id))));
    // If no secret is common to all, the oldest is the one that most processes have.
    const id = keys.ids[shared.indexOf(true)] ?? keys.ids.at(-1) ?? keys.writingId;
    if (id !== keys.writingId) log.info({ secret: id }, 'This secret of SECRET_KEY encrypts and signs now');
    keys.writeWith(id);
  };
  const hasFirst = () => keys.writingId === keys.ids[0];
  await choose();
  const settled = new AbortController();
  const checkAgain = async () => {
    if (!hasFirst()) await choose();
    if (hasFirst()) settled.abort();
  };
  const signal = AbortSignal.any([closing.signal, settled.signal]);
  const checking = runPeriodically(checkIntervalMs, checkAgain, { signal, log });
  return {
    async close() {
      closing.abort();
      await checking;
      await announcement.close();
    },
  };
}

/** Returns the number that announces a secret: 31 bits of its id. */
function abilityOf(id: string): number {
  return (Buffer.from(id, 'base64url').readUInt32BE(0) >>> 1) | 1;
}
