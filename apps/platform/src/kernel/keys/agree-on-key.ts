import { announceAbilities } from '@ecp/database/shared-abilities';
import type { FastifyBaseLogger } from 'fastify';
import { runPeriodically } from '../durable-work/retry-until-done.ts';
import type { KeyRing } from './key-ring.ts';

/** How soon the first secret writes after the last process without it has ended. */
const checkIntervalMs = 2_000;

export interface AgreeOnKeyOptions {
  databaseUrl: string;
  keys: KeyRing;
  log: FastifyBaseLogger;
}

/**
 * Makes the first secret write that every platform process on this database has, and in the end the first of all
 * (SET-16). So processes may get a new secret one after the other, and none encrypts what another cannot read yet. Tells
 * the other processes which secrets this one has until it is closed.
 */
export async function agreeOnKey({ databaseUrl, keys, log }: AgreeOnKeyOptions): Promise<{ close(): Promise<void> }> {
  const closing = new AbortController();
  const announcement = await announceAbilities(databaseUrl, keys.ids.map(abilityOf));
  const choose = async () => {
    const shared = await Promise.all(keys.ids.map((id) => announcement.isShared(abilityOf(id))));
    // Without a shared one, the last is the oldest, which most processes have.
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

/** The number by which processes name a secret: 31 bits of its id. */
function abilityOf(id: string): number {
  return (Buffer.from(id, 'base64url').readUInt32BE(0) >>> 1) | 1;
}
