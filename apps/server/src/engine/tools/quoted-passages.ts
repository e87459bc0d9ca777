import { type QueryAccess, QuotedPassagesAnswer } from '@ecp/contract/engine/tool-access';
import type { MissingQuote } from '@ecp/evidence/whole-texts';
import type { SourceDocument } from '@ecp/model-calls/prompt-types';
import { Value } from 'typebox/value';
import type { EngineServices } from '../call/engine-services.ts';
import type { RunRef } from '../kernel/events.ts';
import { postToPlatform } from './tool-results.ts';

/** A search of long texts waits for no model. */
const timeoutMs = 60_000;
const maxBytes = 32 * 1_048_576;
/** Limits the quotes of one request. */
const mostQuotes = 400;

/**
 * Asks the platform for the passages of whole texts in which quotes stand that the texts of the run
 * do not have. None where the platform cannot be asked: the check then knows what the run was
 * given.
 */
export async function findQuotedPassages(
  { database, log, inFlight }: Pick<EngineServices, 'database' | 'log' | 'inFlight'>,
  run: RunRef,
  quotes: readonly MissingQuote[],
): Promise<SourceDocument[]> {
  const { tenantId, runId } = run;
  const [[found]] = await database.batchTenant<[{ access: QueryAccess | null }]>(tenantId, [
    {
      name: 'read_source_access',
      text: `select input->'sourceAccess' as access from engine.runs where tenant_id = $1 and id = $2`,
      values: [tenantId, runId],
    },
  ]);
  if (!found?.access) return [];
  const access = {
    ...found.access,
    timeoutMs,
    maxBytes,
    subject: 'The sources',
    advice: { late: '', large: '' },
  };
  const { signal, done } = inFlight.begin(run);
  try {
    const posted = await postToPlatform(
      access,
      '',
      { quotes: quotes.slice(0, mostQuotes).map(shorten) },
      signal,
    );
    if (
      'failure' in posted ||
      posted.status !== 200 ||
      !Value.Check(QuotedPassagesAnswer, posted.body)
    ) {
      const reason =
        'failure' in posted ? posted.failure : `The answer has the status ${posted.status}.`;
      log.warn({ runId, reason }, 'Quotes could not be looked up in whole texts');
      return [];
    }
    return posted.body.sources.map((source, at) => ({ id: `quoted-${at}`, ...source }));
  } finally {
    done();
  }
}

const shorten = ({ title, place, words }: MissingQuote) => ({
  title: title.slice(0, 1_000).toWellFormed(),
  place: place === null ? null : place.slice(0, 1_000).toWellFormed(),
  words: words.slice(0, 4_000).toWellFormed(),
});
