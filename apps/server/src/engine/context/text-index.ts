import type { SourceDocument } from '@ecp/model-calls/prompt-types';
import { createTimeSlice } from '@ecp/semaphore/semaphore';
import { LRUCache } from 'lru-cache';
import MiniSearch from 'minisearch';
import type { ContextIndexes, Passage, TextIndex } from '../call/tool-types.ts';
import type { RunRef } from '../kernel/events.ts';

/** Limits the characters of text in all indexes. An index takes about twenty bytes for each. */
const defaultMaxLength = 6_000_000;

/**
 * Milliseconds until an unused index is dropped: its run may have ended or been erased in another
 * process.
 */
const maxIdleMs = 600_000;

/**
 * Keeps indexes up to a limit in characters. The least recently used one is dropped and built again
 * when needed.
 */
export function createContextIndexes(maxLength = defaultMaxLength): ContextIndexes {
  const indexes = new LRUCache<string, Promise<TextIndex>>({
    maxSize: maxLength,
    ttl: maxIdleMs,
    updateAgeOnGet: true,
    ttlAutopurge: true,
    // The cache would keep the clock of its own load, which fake timers do not move.
    perf: performance,
  });
  return {
    open(run, sources) {
      const key = keyOf(run);
      const known = indexes.get(key);
      if (known) return known;
      const index = buildTextIndex(sources);
      // An index over the limit is held alone.
      indexes.set(key, index, { size: Math.min(Math.max(1, lengthOf(sources)), maxLength) });
      index.catch(() => {
        if (indexes.get(key) === index) indexes.delete(key);
      });
      return index;
    },
    drop: (run) => void indexes.delete(keyOf(run)),
  };
}

const keyOf = ({ tenantId, runId }: RunRef) => JSON.stringify([tenantId, runId]);

function lengthOf(sources: SourceDocument[]): number {
  return sources.reduce((sum, { text }) => sum + text.length, 0);
}

/**
 * Limits the passages of an index. Beyond it, the first passages of each source stay, so that no
 * source is missing.
 */
const maxPassages = 8_000;
/** Weight of a word in a passage's headings, relative to its own words. */
const contextBoost = 0.5;
/** Weight of a word that only begins or ends another one. */
const partWeight = 0.5;

/** Indexes sources in time slices of a few milliseconds. Equal sources give equal indexes. */
export async function buildTextIndex(
  sources: SourceDocument[],
  signal?: AbortSignal,
): Promise<TextIndex> {
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

/** A passage ends at the first blank line or row end after this many characters. */
const targetLength = 700;
const maxLength = 1_200;
const maxHeadingLength = 200;

interface Unit {
  start: number;
  end: number;
  kind: 'line' | 'row' | 'heading';
  afterBlank: boolean;
}

/**
 * Splits a text at headings, blank lines, table rows and sentences. Passages hold every character
 * but white space.
 */
export function* splitPassages(text: string, source: number): Generator<Passage> {
  let open: { start: number; end: number; context: string } | null = null;
  let heading = '';
  let columns = '';
  let wasRow = false;
  const close = (): Passage[] => {
    if (!open) return [];
    const { start, end, context } = open;
    open = null;
    return [{ source, position: start, text: text.slice(start, end), context }];
  };
  for (const unit of readUnits(text)) {
    const isRow = unit.kind === 'row';
    if (!isRow) columns = '';
    if (open && endsBefore(open, unit)) yield* close();
    if (unit.kind === 'heading')
      heading = text
        .slice(unit.start, unit.end)
        .replace(/^#+\s*/, '')
        .slice(0, maxHeadingLength);
    open ??= {
      start: unit.start,
      end: unit.end,
      context: [heading, columns].filter(Boolean).join('\n'),
    };
    open.end = unit.end;
    if (isRow && !wasRow) columns = text.slice(unit.start, unit.end).slice(0, maxHeadingLength);
    wasRow = isRow;
  }
  yield* close();
}

function endsBefore(open: { start: number; end: number }, unit: Unit): boolean {
  if (unit.kind === 'heading' || unit.end - open.start > maxLength) return true;
  return open.end - open.start >= targetLength && (unit.afterBlank || unit.kind === 'row');
}

function* readUnits(text: string): Generator<Unit> {
  let afterBlank = false;
  for (let at = 0; at < text.length; ) {
    const found = text.indexOf('\n', at);
    const lineEnd = found < 0 ? text.length : found;
    const line = text.slice(at, lineEnd);
    const start = at + (line.length - line.trimStart().length);
    const end = at + line.trimEnd().length;
    if (end <= start) afterBlank = true;
    else {
      const kind = kindOf(line);
      for (const piece of cutLine(text, start, end)) {
        yield { ...piece, kind, afterBlank };
        afterBlank = false;
      }
    }
    at = lineEnd + 1;
  }
}

function kindOf(line: string): Unit['kind'] {
  if (/^\s{0,3}#{1,6}\s/.test(line)) return 'heading';
  const cells = line.slice(0, 2_000).match(/[\t|;]|,(?=\S)/g)?.length ?? 0;
  return cells >= 2 && !/[.!?]\s+\p{Lu}/u.test(line.slice(0, 2_000)) ? 'row' : 'line';
}

/**
 * Yields pieces of at most `maxLength` characters. Each ends at a sentence, else at a word, else at
 * a character.
 */
function* cutLine(
  text: string,
  start: number,
  end: number,
): Generator<{ start: number; end: number }> {
  let from = start;
  while (end - from > maxLength) {
    const window = text.slice(from, from + maxLength);
    const sentence = lastMatchEnd(window, /[.!?…](?=\s)|[。！？]/gu);
    const space = window.lastIndexOf(' ');
    const cut = sentence > maxLength / 4 ? sentence : space > 0 ? space : wholeCharacters(window);
    yield { start: from, end: from + cut };
    from += cut;
    while (from < end && /\s/.test(text.charAt(from))) from += 1;
  }
  if (from < end) yield { start: from, end };
}

function lastMatchEnd(text: string, pattern: RegExp): number {
  let end = 0;
  for (const match of text.matchAll(pattern)) end = match.index + match[0].length;
  return end;
}

function wholeCharacters(window: string): number {
  return /[\uD800-\uDBFF]$/.test(window) ? window.length - 1 : window.length;
}

const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[.,'’](?=\p{N})[\p{N}]+)*/gu;
/**
 * Scripts without spaces between words, or with particles attached, are searched by pairs of
 * characters.
 */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const maxWordLength = 40;
const maxRunLength = 2_000;
/** Sets the least number of letters of a possible compound, whose last part is searched as well. */
const compoundLength = 9;
const minStemLength = 4;
/** Limits the stems of a query, because each term costs time. */
const maxQueryStems = 24;

/** Marks a reversed word. A prefix search for reversed words finds the ends of compounds. */
const reversedTermMark = '~';

/** Returns the terms that find a text, with repeats. Long words are also included in reverse. */
function readTerms(text: string): string[] {
  const terms: string[] = [];
  for (const term of readStems(text)) {
    terms.push(term);
    if (term.length >= compoundLength && isAlphabetic(term)) terms.push(reverse(term));
  }
  return terms;
}

function readQueryTerms(query: string): string[] {
  const stems = new Set(readStems(query));
  return [...stems]
    .slice(0, maxQueryStems)
    .flatMap((stem) =>
      isPrefixSearchable(stem) && isAlphabetic(stem) ? [stem, reverse(stem)] : [stem],
    );
}

function isPrefixSearchable(term: string): boolean {
  return term.length >= minStemLength;
}

function* readStems(text: string): Generator<string> {
  for (const [found] of text.normalize('NFKC').toLowerCase().matchAll(word)) {
    if (/^\p{N}/u.test(found)) yield found.replace(/[.,'’]/g, '').slice(0, maxWordLength);
    else if (unspaced.test(found)) yield* readPairs(found.slice(0, maxRunLength));
    else yield stemWord(fold(found.slice(0, maxWordLength)));
  }
}

function* readPairs(run: string): Generator<string> {
  const characters = [...run];
  if (characters.length === 1) yield run;
  for (let index = 0; index + 1 < characters.length; index += 1)
    yield `${characters[index]}${characters[index + 1]}`;
}

/** Removes accents: naïve equals naive, Größe equals Grosse. */
function fold(lower: string): string {
  return lower
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l');
}

/** Reduces English and German forms to one stem: prices and priced, Kosten and Kost. */
function stemWord(folded: string): string {
  let stem = folded.replace(/ies$/, 'y');
  for (;;) {
    const ending = /(?:ing|ed|en|er|em|es|e|n|s)$/.exec(stem)?.[0].length ?? 0;
    if (ending === 0 || stem.length - ending < minStemLength) return stem;
    stem = stem.slice(0, -ending);
  }
}

function reverse(term: string): string {
  return reversedTermMark + [...term].reverse().join('');
}

function isAlphabetic(term: string): boolean {
  return /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]+$/u.test(term);
}
