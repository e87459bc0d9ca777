import type { Database } from '@ecp/database/database';
import type { Statement } from '@ecp/database/statement';
import type { FastifyBaseLogger } from 'fastify';
import { responsibleUserId } from '../../kernel/context.ts';
import type { Principal } from '../../kernel/principals.ts';
import { selectValidKeys } from '../api-keys/key-principal.ts';
import { isValidSession } from './sessions.ts';

export interface CallerWatch {
  /**
   * Calls `onEnd` once the session or key no longer authenticates, or its person no longer sees the
   * engagement. Returns the function that stops watching.
   */
  watch(principal: Principal, engagementId: string, onEnd: () => void): () => void;
  close(): void;
}

/** Open streams of one engagement to one caller. */
interface Watched {
  caller: Principal;
  engagementId: string;
  ends: Set<() => void>;
}

/**
 * Ends responses of removed callers and of those outside of a wall, by one query every `everyMs`;
 * none while the database is unavailable.
 */
export function watchCallers(
  database: Database,
  log: FastifyBaseLogger,
  everyMs = 1_000,
): CallerWatch {
  const watched = new Map<string, Watched>();
  let timer: NodeJS.Timeout | undefined;

  const check = async () => {
    const asked = [...watched.values()];
    const mayGoOn = await findValid(database, asked);
    for (const each of asked) if (!mayGoOn(each)) for (const end of each.ends) end();
  };
  const schedule = () => {
    timer = setTimeout(async () => {
      await check().catch((error: unknown) =>
        log.warn({ err: error }, 'Open streams could not be checked'),
      );
      timer = undefined;
      if (watched.size > 0) schedule();
    }, everyMs);
    timer.unref();
  };
  return {
    watch(caller, engagementId, onEnd) {
      const name = `${nameOf(caller)} ${engagementId}`;
      const known = watched.get(name) ?? { caller, engagementId, ends: new Set() };
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

const nameOf = (caller: Principal) =>
  caller.kind === 'session' ? caller.sessionHash.toString('hex') : caller.keyId;

async function findValid(
  database: Database,
  watched: readonly Watched[],
): Promise<(each: Watched) => boolean> {
  const callers = watched.map(({ caller }) => caller);
  const hashes = callers.flatMap((caller) =>
    caller.kind === 'session' ? [caller.sessionHash] : [],
  );
  const keyIds = callers.flatMap((caller) => (caller.kind === 'api_key' ? [caller.keyId] : []));
  const [sessions, keys, hidden] = await database.batchSystem([
    selectValidSessions(hashes),
    selectValidKeys(keyIds),
    selectHidden(watched),
  ]);
  const valid = new Set([...sessions.map(({ hash }) => hash), ...keys.map(({ id }) => id)]);
  const outside = new Set(hidden.map(({ person, engagement }) => `${person} ${engagement}`));
  return ({ caller, engagementId }) =>
    valid.has(nameOf(caller)) && !outside.has(`${responsibleUserId(caller)} ${engagementId}`);
}

/** Selects the streams whose person does not see the engagement. Needs the system role. */
function selectHidden(
  watched: readonly Watched[],
): Statement<{ person: string; engagement: string }> {
  return {
    name: 'select_hidden_streams',
    text: `select person, engagement from unnest($1::text[], $2::text[], $3::text[]) as stream (tenant, person, engagement)
      where not platform.person_sees_engagement(tenant, person, engagement)`,
    values: [
      watched.map(({ caller }) => caller.tenantId),
      watched.map(({ caller }) => responsibleUserId(caller)),
      watched.map(({ engagementId }) => engagementId),
    ],
  };
}

/**
 * Selects the sessions that are still valid, as rows with the token's hexadecimal `hash`. Needs the
 * system role.
 */
function selectValidSessions(tokenHashes: readonly Buffer[]): Statement<{ hash: string }> {
  return {
    name: 'select_valid_sessions',
    text: `select encode(token_hash, 'hex') as hash from platform.sessions s
      where token_hash = any($1::bytea[]) and ${isValidSession}`,
    values: [tokenHashes],
  };
}
