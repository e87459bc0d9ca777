import type { Citation } from '@ecp/contract/values/citations';
import { readContentWords } from '@ecp/language/content-words';
import type { Language } from '@ecp/language/language';
import {
  countWords,
  type DocumentBlock,
  type ParsedDocument,
  type QuotedSpan,
} from './document.ts';
import { readLinkTarget } from './fact-links.ts';
import type { EvidenceTexts } from './faults.ts';
import { findWords, isKnownAddress } from './footnotes.ts';
import type { EvidenceMaterial } from './material.ts';
import { findNearest, readPassage, showPassage } from './passages.ts';
import { foldName } from './quotes.ts';
import { type EvidenceContext, isSourceName } from './sources.ts';

/**
 * Limits of packages/charts: blocks after the most charts of a document, and longer ones, stay
 * code.
 */
const maxCharts = 50;
const maxChartLength = 8_000;
/** Limits the characters of a title that are recorded. */
const maxTitle = 300;

/** Reports charts whose query is not in the material. Other faults of charts concern no source. */
export function checkCharts(
  { charts }: ParsedDocument,
  { queries }: EvidenceMaterial,
  texts: Pick<EvidenceTexts, 'noSuchSource'>,
): Citation[] {
  const known = new Set(queries.map(({ id }) => id));
  return charts.slice(0, maxCharts).flatMap((text): Citation[] => {
    const { query, title } = readChart(text);
    if (query === null || known.has(query)) return [];
    return [
      {
        footnote: null,
        quote: null,
        passage: null,
        derivation: null,
        claim: showPassage(title ?? `Query ${query}`, maxTitle),
        source: { kind: 'query', title: `Query ${query}`, location: null },
        state: 'missing_source',
        reason: texts.noSuchSource,
      },
    ];
  });
}

/** Null for a missing query or title, and for a block that is no chart. */
function readChart(text: string): { query: string | null; title: string | null } {
  const nothing = { query: null, title: null };
  if (text.length > maxChartLength) return nothing;
  try {
    const chart: unknown = JSON.parse(text);
    if (typeof chart !== 'object' || chart === null) return nothing;
    return {
      query: readText('query' in chart && chart.query),
      title: readText('title' in chart && chart.title),
    };
  } catch {
    return nothing; // the reader sees the block as code
  }
}

const readText = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

const nothing = { footnote: null, quote: null, passage: null, derivation: null } as const;
/** Limits the characters of a claim that are recorded. */
export const maxClaim = 600;

/** Makes the entry of a statement without a source. */
export const toUncited = (claim: string, state: Citation['state']): Citation => ({
  ...nothing,
  claim: showPassage(claim, maxClaim),
  source: { kind: 'unknown', title: '', location: null },
  state,
  reason: null,
});

/**
 * Reports links to addresses outside the material, and links to facts and passages that no footnote
 * has replaced, as missing sources.
 */
export function checkLinks(
  { documents, texts }: EvidenceContext,
  { text, links }: DocumentBlock,
): Citation[] {
  return links
    .filter(({ url }) => readLinkTarget(url) !== null || !isKnownAddress(url, documents))
    .map(({ url }) => {
      const isTarget = readLinkTarget(url) !== null;
      return {
        ...nothing,
        claim: showPassage(text, maxClaim),
        source: { kind: isTarget ? 'unknown' : 'url', title: url, location: null },
        state: 'missing_source',
        reason: isTarget ? texts.noSuchSource : texts.addressNotGiven(null),
      };
    });
}

/**
 * Share of common words from which a text, with half of its words in one run, is a source's with a
 * change.
 */
const minShared = 0.6;

/** Quoted words without a footnote are a source's, or of unknown origin. */
type UncitedQuote = { citation: Citation } | { asks: Citation };

export function namesSource(sentence: string, documents: EvidenceContext['documents']): boolean {
  const folded = foldName(sentence);
  return documents.some(({ names }) =>
    names.some((name) => name.length > 3 && folded.includes(name)),
  );
}

/**
 * Checks uncited quoted words. Unknown ones are a source's if they change its sentence or the
 * sentence names it; others are asked about. Null for no quote.
 */
export async function checkUncitedQuote(
  { words }: QuotedSpan,
  { sentence, isNamed }: { sentence: string; isNamed: boolean },
  { documents, slice, texts }: EvidenceContext,
): Promise<UncitedQuote | null> {
  const found = {
    footnote: null,
    claim: sentence.slice(0, 600).toWellFormed(),
    quote: words,
    derivation: null,
  };
  for (const document of documents) {
    const hit = await findWords(words, document.parts, slice);
    if (hit === 'nothing to find') return null;
    if (hit === null) continue;
    const source = { kind: document.kind, title: document.title, location: hit.part.location };
    const passage = showPassage(readPassage(hit.part.text, hit.place).words);
    return { citation: { ...found, source, state: 'verified', reason: null, passage } };
  }
  if (isSourceName(words, documents)) return null;
  const parts = documents.flatMap((document) => document.parts.map((part) => ({ document, part })));
  const nearest = await findNearest(
    parts.map(({ part }) => part.text),
    words,
    slice,
  );
  const near =
    nearest && nearest.shared >= minShared
      ? parts.find(({ part }) => part.text === nearest.text)
      : undefined;
  if (nearest && near) {
    const source = {
      kind: near.document.kind,
      title: near.document.title,
      location: near.part.location,
    };
    const own = readPassage(nearest.text, nearest.place).words;
    const altered = {
      ...found,
      source,
      state: 'altered',
      reason: texts.otherWords,
      passage: showPassage(own),
    } as const;
    return isNamed || hasRun(words, own) ? { citation: altered } : { asks: altered };
  }
  const source = { kind: 'unknown', title: '', location: null } as const;
  const missing = {
    ...found,
    source,
    state: 'missing_source',
    reason: texts.inNoSource,
    passage: null,
  } as const;
  return isNamed ? { citation: missing } : { asks: missing };
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{Script=Latin}\p{N}]+/gu) ??
  [];

function hasRun(words: string, text: string): boolean {
  const [own, other] = [wordsOf(words), ` ${wordsOf(text).join(' ')} `];
  const length = Math.ceil(own.length / 2);
  return own.some(
    (_, start) =>
      start + length <= own.length &&
      other.includes(` ${own.slice(start, start + length).join(' ')} `),
  );
}

/**
 * Sets the least number of words of a sentence that may state a fact, and the share of them in a
 * cited sentence that says the same.
 */
const fact = { words: 5, shared: 0.5 };

/**
 * True for a sentence that may state a fact without support: no figures, no question, no lead of a
 * list, and no cited sentence with half of its words.
 */
export function mayStateFact(
  sentence: string,
  { kind, references }: DocumentBlock,
  cited: readonly ReadonlySet<string>[],
  language: Language,
): boolean {
  if (kind !== 'prose' || references.length > 0 || /[?？:：]["”»」]?\s*$/u.test(sentence))
    return false;
  if (countWords(sentence) < fact.words) return false;
  const stems = new Set(readContentWords(sentence, language).map(({ stem }) => stem));
  const isTold = (own: ReadonlySet<string>) =>
    [...stems].filter((stem) => own.has(stem)).length >= Math.max(2, stems.size * fact.shared);
  return !cited.some(isTold);
}
