import { Nullable } from '@ecp/contract/declaring/scalars';
import type { EngineQuery, QueryAccess } from '@ecp/contract/engine/tool-access';
import { listNamedQueries } from '@ecp/evidence/cited-queries';
import Type from 'typebox';
import { Value } from 'typebox/value';
import type { CallDependencies } from '../call/types/model-call.ts';
import type { RunRef } from '../kernel/events/emit-event.ts';
import { waitOrAbort } from '../kernel/signals/wait-or-abort.ts';
import { postToPlatform } from './post-to-platform.ts';
import { readQueryAccess } from './recorded-queries.ts';
import { tableAccess } from './table-access.ts';

/** Most queries that are run again at once, and in all, for one document. */
const atOnce = 4;
const maxVerified = 100;
/** Time for all queries of a document. What has no answer by then is not known. */
const patienceMs = 60_000;
/** Waits before a platform without a free place is asked again. */
const retryWaitsMs = [500, 2_000];
const noFreePlace = [429, 503];

const Verdict = Type.Object({ same: Type.Boolean(), resultHash: Nullable(Type.String()) });

/**
 * The outcome of running a query again. `changed`: it has another result, or its table has gone. `missing`: the
 * platform does not have it. `unknown`: it could not be run, which says nothing about its result.
 */
type Outcome = 'same' | 'changed' | 'missing' | 'unknown';

/** A cited query that did not give the same result when it was run again. */
export interface UnverifiedQuery {
  id: string;
  reason: Exclude<Outcome, 'same'>;
}

/** The queries that a document may rest on, and those that did not give the same result again. */
export interface VerifiedQueries {
  held: EngineQuery[];
  unverified: UnverifiedQuery[];
}

/**
 * Runs the queries that a document names again (contract 10). Returns all queries but those that are known not to hold:
 * what cites those is not verified. A query that could not be run again counts with its recorded result.
 */
export async function verifyQueries(
  services: CallDependencies,
  run: RunRef,
  content: string,
  queries: readonly EngineQuery[],
): Promise<VerifiedQueries> {
  // A query too many costs a second. One that is cited and left out counts as proved when its result has changed.
  const cited = listNamedQueries(content, queries).slice(0, maxVerified);
  if (cited.length === 0) return { held: [...queries], unverified: [] };
  const access = await readQueryAccess(services.database, run);
  const unverified: UnverifiedQuery[] = [];
  const { signal: stopped, done } = services.inFlight.begin(run);
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(patienceMs)]);
  try {
    for (let first = 0; first < cited.length; first += atOnce) {
      const batch = cited.slice(first, first + atOnce);
      const outcomes = await Promise.all(batch.map((query) => verify(access, query, signal)));
      for (const [at, reason] of outcomes.entries()) {
        const id = batch[at]?.id;
        if (id !== undefined && reason !== 'same') unverified.push({ id, reason });
      }
    }
  } finally {
    done();
  }
  const failed = new Set(unverified.flatMap(({ id, reason }) => (reason === 'unknown' ? [] : [id])));
  return { held: queries.filter(({ id }) => !failed.has(id)), unverified };
}

async function verify(
  access: QueryAccess | null,
  { id, resultHash }: EngineQuery,
  signal: AbortSignal,
): Promise<Outcome> {
  if (!access) return 'unknown';
  for (const waitMs of [...retryWaitsMs, null]) {
    if (signal.aborted) return 'unknown';
    const posted = await postToPlatform(tableAccess(access), `/${id}/verify`, {}, signal);
    if ('failure' in posted) return 'unknown';
    if (posted.status === 404) return 'missing';
    if (posted.status === 200 && Value.Check(Verdict, posted.body)) {
      return posted.body.same && posted.body.resultHash === resultHash ? 'same' : 'changed';
    }
    if (waitMs === null || !noFreePlace.includes(posted.status)) return 'unknown';
    await waitOrAbort(waitMs, signal);
  }
  return 'unknown';
}
