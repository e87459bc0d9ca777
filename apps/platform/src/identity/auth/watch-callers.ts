import type { Database } from '@ecp/database/database';
import type { FastifyBaseLogger } from 'fastify';
import type { Principal } from '../../kernel/context.ts';
import { selectValidKeys } from '../api-keys/select-valid-keys.ts';
import { selectValidSessions } from '../sessions/select-valid-sessions.ts';

/** A caller with a long response. `signal` aborts once the session or key no longer authenticates. */
export interface WatchedCaller {
  signal: AbortSignal;
  /** Stops watching this caller. */
  release(): void;
}

/** Watches callers with long responses. */
export interface CallerWatch {
  watch(principal: Principal): WatchedCaller;
  close(): void;
}

/**
 * Makes a removal or revocation take effect at once (AUT-16), also on responses in progress. One query checks all of
 * them every `everyMs`, if there are any. While the database is unavailable, no caller is disconnected.
 */
export function watchCallers(database: Database, log: FastifyBaseLogger, everyMs = 1_000): CallerWatch {
  const watched = new Map<Principal, AbortController>();
  let timer: NodeJS.Timeout | undefined;

  const check = async () => {
    const callers = [...watched.keys()];
    const valid = await findValid(database, callers);
    for (const caller of callers) if (!valid.has(nameOf(caller))) watched.get(caller)?.abort();
  };
  const schedule = () => {
    timer = setTimeout(async () => {
      await check().catch((error: unknown) => log.warn({ err: error }, 'Open streams could not be checked'));
      timer = undefined;
      if (watched.size > 0) schedule();
    }, everyMs);
    timer.unref();
  };
  return {
    watch(principal) {
      const ended = new AbortController();
      watched.set(principal, ended);
      if (!timer) schedule();
      return { signal: ended.signal, release: () => watched.delete(principal) };
    },
    close() {
      watched.clear();
      clearTimeout(timer);
    },
  };
}

const nameOf = (caller: Principal) => (caller.kind === 'session' ? caller.sessionHash.toString('hex') : caller.keyId);

async function findValid(database: Database, callers: readonly Principal[]): Promise<Set<string>> {
  const hashes = callers.flatMap((caller) => (caller.kind === 'session' ? [caller.sessionHash] : []));
  const keyIds = callers.flatMap((caller) => (caller.kind === 'api_key' ? [caller.keyId] : []));
  const [sessions, keys] = await database.batchSystem([selectValidSessions(hashes), selectValidKeys(keyIds)]);
  return new Set([...sessions.map(({ hash }) => hash), ...keys.map(({ id }) => id)]);
}
