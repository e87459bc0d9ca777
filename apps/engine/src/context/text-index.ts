import type { SourceDocument } from '@ecp/model-calls/prompt-types';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import MiniSearch from 'minisearch';
import type { Passage } from './passage.ts';
import { isPrefixSearchable, readQueryTerms, readTerms, reversedTermMark } from './read-terms.ts';
import { splitPassages } from './split-passages.ts';

/** The passages of a run's sources with an index of their words. */
export interface TextIndex {
  passages: Passage[];
  /** Returns indices in `passages`, best first, by BM25. Equal scores keep reading order. */
  rank(query: string, limit: number): number[];
}

/** Most passages of an index. Beyond it, the first passages of each source are kept, so that no source is missing. */
const maxPassages = 8_000;
/** Weight of a word in the headings of a passage, relative to its own words. */
const contextBoost = 0.5;
/** Weight of a word that only begins or ends another one. */
const partWeight = 0.5;

/** Indexes sources in time slices of a few milliseconds. The same sources give the same index. */
export async function buildTextIndex(sources: SourceDocument[], signal?: AbortSignal): Promise<TextIndex> {
  const slice = createTimeSlice(signal);
  const passages: Passage[] = [];
  const perSource = Math.max(1, Math.floor(maxPassages / Math.max(1, sources.length)));
  const index = new MiniSearch<{ id: number; text: string; context: string }>({
    fields: ['text', 'context'],
    tokenize: readTerms,
    processTerm: (term) => term,
  });
  for (const [at, { title, location, text }] of sources.slice(0, maxPassages).entries()) {
    let taken = 0;
    for (const passage of splitPassages(text, at)) {
      if (taken === perSource) break;
      taken += 1;
      const context = [title, location, passage.context].filter(Boolean).join('\n');
      index.add({ id: passages.length, text: passage.text, context });
      passages.push(passage);
      if (slice.isUsedUp()) await slice.yieldToEventLoop();
    }
  }
  return {
    passages,
    rank: (query, limit) =>
      index
        .search(query, {
          tokenize: readQueryTerms,
          processTerm: (term) => term,
          prefix: isPrefixSearchable,
          boost: { context: contextBoost },
          boostTerm: (term) => (term.startsWith(reversedTermMark) ? partWeight : 1),
          weights: { prefix: partWeight, fuzzy: 0 },
        })
        .map(({ id, score }) => ({ id: Number(id), score }))
        .sort((one, other) => other.score - one.score || one.id - other.id)
        .slice(0, limit)
        .map(({ id }) => id),
  };
}
