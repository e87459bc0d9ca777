import type { MissingQuote } from '@ecp/evidence/whole-texts';
import type { SourceDocument } from '@ecp/model-calls/prompt-types';
import type { RunTarget } from '../../kernel/keys/tokens.ts';
import type { EngineServices } from '../call/engine-services.ts';
import { askMaterial, type MaterialLimits } from './tool-results.ts';

/** A search of long texts waits for no model. */
const limits: MaterialLimits = { timeoutMs: 60_000, subject: 'The sources', advice: '' };
/** Limits the quotes of one request. */
const mostQuotes = 400;

/**
 * Finds the passages of whole texts in which quotes stand that the texts of the run do not have.
 * Returns none where the texts cannot be read: the check then knows what the run was given.
 */
export async function findQuotedPassages(
  { material, log, inFlight }: Pick<EngineServices, 'material' | 'log' | 'inFlight'>,
  run: RunTarget,
  quotes: readonly MissingQuote[],
): Promise<SourceDocument[]> {
  const { signal, done } = inFlight.begin(run);
  try {
    const asked = quotes.slice(0, mostQuotes).map(shorten);
    const answer = await askMaterial(material.findQuotedPassages(run, asked), limits, signal);
    if ('value' in answer)
      return answer.value.map((source, at) => ({ id: `quoted-${at}`, ...source }));
    log.warn(
      { runId: run.runId, reason: answer.failure },
      'Quotes could not be looked up in whole texts',
    );
    return [];
  } finally {
    done();
  }
}

const shorten = ({ title, place, words }: MissingQuote) => ({
  title: title.slice(0, 1_000).toWellFormed(),
  place: place === null ? null : place.slice(0, 1_000).toWellFormed(),
  words: words.slice(0, 4_000).toWellFormed(),
});
