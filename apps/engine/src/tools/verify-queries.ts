import { Nullable } from '@ecp/contract/declaring/scalars';
import type { EngineQuery, QueryAccess } from '@ecp/contract/engine/query-access';
import Type from 'typebox';
import { Value } from 'typebox/value';
import type { CallDependencies } from '../call/types/model-call.ts';
import type { RunRef } from '../kernel/events/emit-event.ts';
import { postQuery } from './post-query.ts';
import { readQueryAccess } from './recorded-queries.ts';

/** Most queries that are run again at once, and in all, for one document. */
const atOnce = 4;
const maxVerified = 100;

const Verdict = Type.Object({ same: Type.Boolean(), resultHash: Nullable(Type.String()) });

/** Why a cited query does not hold. */
export interface UnverifiedQuery {
  id: string;
  reason: 'changed' | 'unreachable';
}

/** The queries that a document may rest on, and those that it cites in vain. */
export interface VerifiedQueries {
  held: EngineQuery[];
  unverified: UnverifiedQuery[];
}

/**
 * Runs the queries that a document names again (contract 10). Returns all queries but those whose result is no longer
 * the same, or that could not be run again: what cites those is not verified.
 */
export async function verifyQueries(
  services: CallDependencies,
  run: RunRef,
  content: string,
  queries: readonly EngineQuery[],
): Promise<VerifiedQueries> {
  const cited = queries.filter(({ id }) => content.includes(id)).slice(0, maxVerified);
  if (cited.length === 0) return { held: [...queries], unverified: [] };
  const access = await readQueryAccess(services.database, run);
  const unverified: UnverifiedQuery[] = [];
  const { signal, done } = services.inFlight.begin(run);
  try {
    for (let first = 0; first < cited.length; first += atOnce) {
      const batch = cited.slice(first, first + atOnce);
      const reasons = await Promise.all(batch.map((query) => verify(access, query, signal)));
      for (const [at, reason] of reasons.entries()) {
        const id = batch[at]?.id;
        if (id !== undefined && reason !== null) unverified.push({ id, reason });
      }
    }
  } finally {
    done();
  }
  const failed = new Set(unverified.map(({ id }) => id));
  return { held: queries.filter(({ id }) => !failed.has(id)), unverified };
}

async function verify(
  access: QueryAccess | null,
  { id, resultHash }: EngineQuery,
  signal: AbortSignal,
): Promise<UnverifiedQuery['reason'] | null> {
  if (!access) return 'unreachable';
  const posted = await postQuery(access, `/${id}/verify`, {}, signal);
  if ('failure' in posted || posted.status !== 200 || !Value.Check(Verdict, posted.body)) return 'unreachable';
  return posted.body.same && posted.body.resultHash === resultHash ? null : 'changed';
}
