import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { FastifyBaseLogger } from 'fastify';
import type { Principal } from '../../kernel/principals.ts';
import { selectValidKeys } from '../api-keys/key-principal.ts';
import { isValidSession } from './sessions.ts';

export interface CallerWatch {
  /** Calls `onEnd` once the session or key no longer authenticates. Returns the function that stops watching. */
  watch(principal: Principal, onEnd: () => void): () => void;
  close(): void;
}

interface Watched {
  caller: Principal;
  ends: Set<() => void>;
}

/** Ends responses of removed callers, by one query every `everyMs`; none while the database is unavailable. */
export function watchCallers(database: Database, log: FastifyBaseLogger, everyMs = 1_000): CallerWatch {
  const watched = new Map<string, Watched>();
  let timer: NodeJS.Timeout | undefined;

  const check = async () => {
    const asked = [...watched];
    const callers = asked.map(([, { caller }]) => caller);
    const valid = await findValid(database, callers);
    for (const [name, { ends }] of asked) if (!valid.has(name)) for (const end of ends) end();
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
    watch(caller, onEnd) {
      const name = nameOf(caller);
      const known = watched.get(name) ?? { caller, ends: new Set() };
      known.ends.add(onEnd);
      watched.set(name, known);
      if (!timer) schedule();
      return () => {
        known.ends.delete(onEnd);
        if (known.ends.size === 0 && watched.get(name) === known) watched.delete(name);
      };
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

/** Selects the sessions that are still valid, as rows with the token's hexadecimal `hash`. Needs the system role. */
function selectValidSessions(tokenHashes: readonly Buffer[]): Statement<{ hash: string }> {
  return {
    name: 'select_valid_sessions',
    text: `select encode(token_hash, 'hex') as hash from platform.sessions s
      where token_hash = any($1::bytea[]) and ${isValidSession}`,
    values: [tokenHashes],
  };
}
