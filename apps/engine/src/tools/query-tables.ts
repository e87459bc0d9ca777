import { RunQueryAnswer } from '@ecp/contract/engine/tool-access';
import { Value } from 'typebox/value';
import { sanitizeAnswer } from '../call/generate/sanitize-answer.ts';
import type { CallClient, CallDependencies } from '../call/types/model-call.ts';
import { keepRows } from './keep-rows.ts';
import { type PlatformAnswer, postToPlatform } from './post-to-platform.ts';
import { type AskedQuery, type RecordedQuery, readQueryState, recordQuery } from './recorded-queries.ts';
import { tableAccess } from './table-access.ts';

/** Longest reason of a refusal that a model gets. */
const maxReasonLength = 1_000;

/**
 * Runs an agent's query on the platform, once: a stored outcome is returned, and the platform gives the record of a
 * known id again. What fails is an outcome too, so that the model can ask otherwise. Stop ends it without an outcome.
 */
export async function queryTables(
  services: CallDependencies,
  client: CallClient,
  asked: AskedQuery,
): Promise<RecordedQuery> {
  const { recorded, access } = await readQueryState(services.database, client, asked.id);
  if (recorded) return recorded;
  if (!access) return { refused: 'The tables of this engagement cannot be queried.' };
  const { signal, done } = services.inFlight.begin(client);
  try {
    const body = { ...asked, agentSlug: client.agentSlug };
    const outcome = toOutcome(await postToPlatform(tableAccess(access), '', body, signal), asked);
    if (!signal.aborted) await recordQuery(services.database, client, asked, outcome);
    return outcome;
  } finally {
    done();
  }
}

/** Reads the platform's response. Nothing of it is trusted: neither its shape nor its size. */
function toOutcome(posted: PlatformAnswer, { id }: AskedQuery): RecordedQuery {
  if ('failure' in posted) return { refused: posted.failure };
  if (posted.status !== 200) return { refused: `The tables of this engagement cannot be queried (${posted.status}).` };
  const body = sanitizeAnswer(posted.body);
  if (!Value.Check(RunQueryAnswer, body)) return { refused: 'The tables gave an answer that cannot be read.' };
  if ('refused' in body) return { refused: body.refused.slice(0, maxReasonLength) };
  if (body.query.id !== id) return { refused: 'The tables gave the result of another query.' };
  return { query: keepRows(body.query) };
}
