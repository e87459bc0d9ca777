import type { Citation } from '@ecp/contract/values/citations';
import type { NumberStyle } from '@ecp/language/number-style';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { type DateEquation, readDateCalculation } from './date-calculation.ts';
import {
  type Definition,
  type Footnote as FootnoteParts,
  findQuotedSpans,
  readFootnote,
} from './document.ts';
import { readLinkTarget } from './fact-links.ts';
import { readTyped, type TypedFigure } from './figures.ts';
import { type NotebookFact, notebookNames, queryNames } from './material.ts';
import { joinPages } from './page-spans.ts';
import { findNearest, readPassage, showPassage } from './passages.ts';
import {
  findEach,
  findRows,
  holdsPair,
  holdsWords,
  isCellValue,
  mostNamed,
  readPairs,
  trimPlace,
} from './query-rows.ts';
import { findQuote, foldQuote, foldShort, type QuotePart, type TextRange } from './quotes.ts';
import { type Equation, readCalculation } from './read-calculation.ts';
import {
  coversPlace,
  type EvidenceContext,
  findDocument,
  findSource,
  foldUrl,
  isSourceTitle,
  makeSpan,
  type SourcePart,
  type SourceText,
} from './sources.ts';
import { isRow, type SourceRow, type SourceTable } from './tables.ts';

export interface Passage {
  citation: string;
  title: string;
  kind: Citation['source']['kind'];
  words: string;
  /** `words` with what stands around them. */
  context: string;
  /**
   * What stands above the words and holds for them. Sentences beside them hold for themselves
   * alone.
   */
  head: string;
  style: NumberStyle;
  part: SourcePart;
  row: SourceRow | null;
  table: SourceTable | null;
  figures: readonly TypedFigure[];
  /** The figures of `head`. */
  around: readonly TypedFigure[];
  /** If it is a row of a query's result. */
  sql: string | null;
}

interface CitedSource {
  document: SourceText;
  parts: readonly SourcePart[];
  /** True without words: all that the parts hold is cited. */
  isWhole: boolean;
}

/** A footnote is words of sources, a calculation, or a declaration of the text's own figure. */
export interface Footnote {
  label: string;
  kind: 'source' | 'calculation' | 'declaration';
  quote: string | null;
  source: Citation['source'];
  state: Citation['state'];
  reason: string | null;
  passage: string | null;
  sources: readonly CitedSource[];
  passages: readonly Passage[];
  equations: readonly Equation[] | null;
  reckoning: readonly DateEquation[] | null;
  /** It has no definition, or an empty one. */
  isEmpty: boolean;
  names: readonly string[];
  declared: Declaration | null;
}

interface Declaration {
  kind: 'assumption' | 'proposal';
  text: string;
}

const unknown = { kind: 'unknown', title: '', location: null } as const;

/** The words by which documents of all languages declare a figure of their own. */
const declarations: readonly [Declaration['kind'], RegExp][] = [
  [
    'assumption',
    /^(?:(?:own |our )?(?:assumptions?|assumed|limits?)|(?:eigene )?(?:Annahmen?|Grenze|Grenzwert)|hypothèses?|supposition|limite|supuestos?|hipótesis|asunción|límite|仮定|前提|想定|上限)\s*(?:\([^)]{0,60}\))?\s*[:：]/iu,
  ],
  [
    'proposal',
    /^(?:(?:own |our )?(?:proposals?|proposed|plan|target)|(?:eigener )?(?:Vorschlag|Vorschläge|Zielwert|Plan)|propositions?|cible|propuestas?|objetivo|提案|目標|計画)\s*(?:\([^)]{0,60}\))?\s*[:：]/iu,
  ],
];

/** Reads a declaration: `Assumption: <why>`, `Vorschlag: <why>`. Null for any other. */
export function readDeclaration(text: string): Declaration | null {
  const plain = text.trim();
  for (const [kind, form] of declarations) {
    const lead = form.exec(plain)?.[0];
    // Words in quotation marks right behind it are a source's.
    if (lead !== undefined && !/^\s*[“„«"「]/u.test(plain.slice(lead.length)))
      return { kind, text: plain.slice(lead.length).trim() };
  }
  return null;
}

/**
 * Checks that a footnote's sources exist and hold the quoted words; reads a calculation and a
 * declaration.
 */
export async function checkFootnote(
  definition: Definition | undefined,
  label: string,
  style: NumberStyle,
  context: EvidenceContext,
): Promise<Footnote> {
  const { texts } = context;
  const shown = definition?.label ?? label;
  const empty: Footnote = {
    label: shown,
    kind: 'source',
    quote: null,
    source: unknown,
    state: 'missing_source',
    reason: texts.saysNothing,
    passage: null,
    sources: [],
    passages: [],
    equations: null,
    reckoning: null,
    names: [],
    declared: null,
    isEmpty: false,
  };
  const text = definition?.text.replace(/\s+/g, ' ').trim() ?? '';
  if (!definition || text === '') return { ...empty, isEmpty: true };
  const declared = readDeclaration(text);
  if (declared)
    return {
      ...empty,
      kind: 'declaration',
      state: 'verified',
      reason: null,
      declared,
      names: definition.references,
    };
  if (/^[=＝]/u.test(text)) {
    const reckoning = readDateCalculation(text, style);
    const equations = reckoning === null ? readCalculation(text, style) : null;
    const isRead = equations !== null || reckoning !== null;
    const state = isRead ? 'computed' : 'altered';
    return {
      ...empty,
      kind: 'calculation',
      equations,
      reckoning,
      state,
      names: definition.references,
      passage: showPassage(text.replace(/(?:\s*[;,；、])+\s*$/u, '')),
      reason: isRead ? null : texts.unreadable,
    };
  }
  const parts = splitSources(text, context.documents);
  const found: Footnote[] = [];
  for (const part of parts) {
    const urls =
      parts.length === 1 ? definition.urls : definition.urls.filter((url) => part.includes(url));
    found.push(await checkSource({ ...definition, text: part, urls }, empty, context));
  }
  const [first = empty, ...rest] = found;
  if (rest.length === 0) return { ...first, names: definition.references };
  const wrong = found.find(({ state }) => state !== 'verified') ?? first;
  const join = (list: (string | null)[]) => list.filter((one) => one !== null).join(' … ') || null;
  return {
    ...wrong,
    quote: join(found.map(({ quote }) => quote)),
    passage: wrong === first ? join(found.map(({ passage }) => passage)) : wrong.passage,
    sources: found.flatMap(({ sources }) => sources),
    passages: found.flatMap(({ passages }) => passages),
    names: definition.references,
  };
}

const joint = /[;；、]\s*|[.,]\s+|\s(?:and|und|sowie|et|y|&|と)\s/gu;

/** Splits the text of a footnote that names several sources, each of which begins with a title. */
function splitSources(text: string, documents: SourceText[]): string[] {
  const spans = findQuotedSpans(text);
  const parts: string[] = [];
  let [from, next] = [0, 0];
  for (const match of text.matchAll(joint)) {
    while ((spans[next]?.end ?? Number.POSITIVE_INFINITY) <= match.index) next += 1;
    if ((spans[next]?.start ?? Number.POSITIVE_INFINITY) < match.index) continue;
    const rest = text.slice(match.index + match[0].length);
    const head = /^[^:：“„«"「;]{1,160}/u.exec(rest)?.[0].trim() ?? '';
    // What a link without a target named is a part without a source.
    const isAddress = readLinkTarget(/^\S+/u.exec(rest)?.[0] ?? '') !== null;
    const isHead =
      isAddress ||
      isSourceHead(head, documents) ||
      (isBehindQuote(text, match) && findDocument(head, [], documents) !== null);
    if (!isHead || namesRow(text.slice(from, match.index), head, documents)) continue;
    parts.push(text.slice(from, match.index));
    from = match.index + match[0].length;
  }
  return [...parts, text.slice(from)].filter((part) => part.trim() !== '');
}

/** True for a semicolon behind the words of a source, at which the next source begins. */
const isBehindQuote = (text: string, { 0: sign, index }: RegExpExecArray): boolean =>
  /^[;；]/u.test(sign) && /[”"“»」』]$/u.test(text.slice(0, index));

function isSourceHead(head: string, documents: SourceText[]): boolean {
  if (
    /^(?:\p{L}+\s){0,2}(?:[“"])?\S+$/u.test(head) ||
    /\.[a-z0-9]{2,5}(?:,|$)/i.test(head) ||
    startsAsQuery(head)
  )
    return findDocument(head, [], documents) !== null;
  return false;
}

/**
 * True if words behind the name of a query are one of its rows. A row may have the name of a file.
 */
function namesRow(before: string, head: string, documents: SourceText[]): boolean {
  if (startsAsQuery(head)) return false;
  const query = startsAsQuery(before)
    ? findDocument(before, [], documents)?.document.query
    : undefined;
  return query !== undefined && findRows(query, head).length > 0;
}

const startsAsQuery = (head: string) =>
  [...queryNames, ...notebookNames].some((name) =>
    head.toLowerCase().startsWith(`${name.toLowerCase()} `),
  );

async function checkSource(
  definition: Definition,
  empty: Footnote,
  context: EvidenceContext,
): Promise<Footnote> {
  const { documents, slice, texts } = context;
  const read = readFootnote(definition, (words) => isSourceTitle(words, documents));
  const { head, readings } = read;
  const quote = readings[0]?.join(' … ') ?? null;
  const query = findDocument(head, [], documents);
  if (query?.document.query)
    return checkQuery(query.document, query.rest, read, { ...empty, quote }, context);
  if (query?.document.facts)
    return checkNotebook(query.document, readings[0] ?? [], { ...empty, quote }, context);
  const found = await findSource(head, definition.urls, context);
  const source = {
    kind: found.document?.kind ?? unknown.kind,
    title: found.found ? found.document.title : found.title,
    location: found.location,
  };
  const address = definition.urls.find((url) => !isKnownAddress(url, documents));
  if (!found.found || address !== undefined)
    return {
      ...empty,
      quote,
      source,
      reason: found.found ? texts.addressNotGiven(address ?? null) : found.reason,
    };
  const { document, parts } = found;
  const place = {
    ...empty,
    quote,
    source,
    sources: [{ document, parts, isWhole: quote === null }],
  };
  for (const reading of readings) {
    const passages =
      (await findAll(reading, parts, slice, (hit) => readHit(hit, empty.label, source))) ??
      findQuotedRows(reading, parts, empty.label, source);
    if (passages === null) continue;
    const passage =
      passages.length > 0 ? showPassage(passages.map(({ words }) => words).join(' … ')) : null;
    const span = passages.find(({ part }) => part.joined.length > 0)?.part.location ?? null;
    const location = span === null || coversPlace(source.location, span) ? source.location : span;
    return {
      ...place,
      source: { ...source, location },
      passages,
      state: 'verified',
      reason: null,
      passage,
    };
  }
  if (quote === null) return { ...place, state: 'verified', reason: null };
  const other = await findElsewhere(readings[0] ?? [], found, context);
  return { ...place, state: 'altered', ...other };
}

/** True for the address of a document, or an address in a document's text. */
export function isKnownAddress(url: string, documents: SourceText[]): boolean {
  if (!/^https?:/i.test(url)) return true;
  const folded = foldUrl(url);
  if (documents.some((document) => document.url !== null && foldUrl(document.url) === folded))
    return true;
  const written = url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/[/”“"»«’‘」』.,;)]+$/u, '');
  return documents.some(({ parts }) => parts.some(({ text }) => text.includes(written)));
}

interface Hit {
  part: SourcePart;
  place: TextRange;
}

async function findAll<T>(
  quotes: readonly string[],
  parts: readonly SourcePart[],
  slice: TimeSlice,
  read: (hit: Hit) => T,
): Promise<T[] | null> {
  const passages: T[] = [];
  for (const quote of quotes) {
    const hit = await findWords(quote, parts, slice);
    if (hit === null) return null;
    if (hit !== 'nothing to find') passages.push(read(hit));
  }
  return passages;
}

export async function findWords(
  words: string,
  parts: readonly SourcePart[],
  slice: TimeSlice,
): Promise<Hit | 'nothing to find' | null> {
  const folded = foldQuote(words);
  if (folded.length === 0) return 'nothing to find';
  for (const part of parts) {
    if (slice.isUsedUp()) await slice.yieldToEventLoop();
    const place = await findQuote(await part.fold(slice), folded, slice);
    if (place !== null) return { part, place };
  }
  return findAcross(folded, parts, slice);
}

/**
 * Characters beyond its own that are read at each end of a quote that runs over the end of a page.
 */
const spanReach = 4_000;

/** Finds words that begin at the end of a page and go on at the beginning of the next ones. */
async function findAcross(
  words: readonly QuotePart[],
  parts: readonly SourcePart[],
  slice: TimeSlice,
): Promise<Hit | null> {
  const reach =
    2 * words.reduce((sum, { folded }) => sum + folded.length, 0) + words.length * spanReach;
  // The words may begin on the page before the one that the footnote names.
  const starts = new Set(
    parts.flatMap((part) => [...(part.previous ? [part.previous] : []), part]),
  );
  for (const first of starts) {
    if (slice.isUsedUp()) await slice.yieldToEventLoop();
    const pages: [SourcePart, ...SourcePart[]] = [first];
    // A page in between may hold little more than a figure.
    while (pages.length < mostPages) {
      const next = pages.at(-1)?.next;
      if (!next) break;
      pages.push(next);
      for (const { text, joint } of joinPages(pages, first.pageEdges(), reach)) {
        const span = makeSpan(pages, text);
        const place = await findQuote(await span.fold(slice), words, slice);
        if (place !== null && place.start < joint && place.end > joint)
          return { part: span, place };
      }
      if (next.text.length > reach) break;
    }
  }
  return null;
}

/** Limits the pages that a quote runs over. */
const mostPages = 3;

/**
 * Finds rows that are quoted with other separators than their file's: “North | 520” for
 * `North;2023;520`.
 */
export function findQuotedRows(
  quotes: readonly string[],
  parts: readonly SourcePart[],
  citation: string,
  { kind, title }: Citation['source'],
): Passage[] | null {
  const passages: Passage[] = [];
  for (const quote of quotes) {
    const cells = quote
      .split(/\s*[|\t;]\s*/u)
      .map(foldCell)
      .filter((cell) => cell !== '');
    if (cells.length < 2) return null;
    const found = parts
      .flatMap((part) =>
        part.tables().flatMap((table) => table.rows.map((row) => ({ part, table, row }))),
      )
      .find(({ row }) => holdsCells(row.texts.map(foldCell), cells));
    if (!found) return null;
    const { part, table, row } = found;
    const words = row.line || row.texts.join(' | ');
    const context = `${table.columns.join(' | ')}\n${words}`;
    const style = part.numberStyle();
    passages.push({
      citation,
      title,
      kind,
      words,
      context,
      head: table.columns.join(' | '),
      style,
      part,
      row,
      table,
      figures: readRow(row, style),
      around: [],
      sql: null,
    });
  }
  return passages.length === 0 ? null : passages;
}

const foldCell = (cell: string): string =>
  foldShort(cell.replace(/^\s*["“”]|["“”]\s*$/gu, '')).toLowerCase();

function holdsCells(row: readonly string[], cells: readonly string[]): boolean {
  let at = 0;
  for (const cell of cells) {
    const found = row.indexOf(cell, at);
    if (found === -1) return false;
    at = found + 1;
  }
  return true;
}

/**
 * Says where else words are that are missing at the named place, or which passage comes nearest to
 * them.
 */
export async function findElsewhere(
  quotes: readonly string[],
  cited: { document: SourceText; parts: readonly SourcePart[] },
  { documents, slice, texts }: EvidenceContext,
): Promise<{ reason: string; passage: string | null }> {
  const { document } = cited;
  const wordsAt = ({ part, place }: Hit) => readPassage(part.text, place).words;
  for (const candidate of [document, ...documents.filter((other) => other !== document)]) {
    for (const part of candidate.parts) {
      const [words] = (await findAll(quotes, [part], slice, wordsAt)) ?? [];
      if (words === undefined) continue;
      const reason =
        candidate === document
          ? texts.atAnotherPlace(document.title, part.location)
          : texts.inAnotherSource(candidate.title);
      return { reason, passage: showPassage(words) };
    }
  }
  const textsOf = (parts: readonly SourcePart[]) => parts.map(({ text }) => text);
  const nearest =
    (await findNearest(textsOf(cited.parts), quotes.join(' '), slice)) ??
    (await findNearest(textsOf(document.parts), quotes.join(' '), slice));
  return {
    reason: texts.otherWords,
    passage: nearest ? showPassage(readPassage(nearest.text, nearest.place).words) : null,
  };
}

/** Reads the passage around a place of a part, with its figures. */
export function readHit(
  { part, place }: Hit,
  citation: string,
  { kind, title }: Citation['source'],
): Passage {
  const { words, context, head, isRow: isOneRow } = readPassage(part.text, place);
  const style = part.numberStyle();
  const found = isOneRow ? part.findRow(words) : null;
  return {
    citation,
    title,
    kind,
    words,
    context,
    head,
    style,
    part,
    row: found?.row ?? null,
    table: found?.table ?? null,
    sql: null,
    figures: found ? readRow(found.row, style) : readLines(words, part, style),
    around: readLines(head, part, style),
  };
}

/**
 * Reads the figures of a passage: rows with the unit and period in the head of their column, other
 * lines as prose.
 */
function readLines(text: string, part: SourcePart, style: NumberStyle): TypedFigure[] {
  const figures: TypedFigure[] = [];
  let prose = { text: '', at: 0 };
  const close = (next: number) => {
    figures.push(
      ...readTyped(prose.text, style).map((one) => ({
        ...one,
        start: one.start + prose.at,
        end: one.end + prose.at,
      })),
    );
    prose = { text: '', at: next };
  };
  let at = 0;
  for (const line of text.split('\n')) {
    const next = at + line.length + 1;
    const place = isRow(line) ? part.findRow(line) : null;
    // Words and the same words below an empty heading are one text, which is read once.
    if (prose.text === '' && line.trim() === '') prose.at = next;
    else if (place === null) prose.text += `${line}\n`;
    else {
      close(next);
      figures.push(...readRow(place.row, style));
    }
    at = next;
  }
  close(at);
  return figures;
}

/** The figures of a row, and those in its texts: "400" in the label "Miso 400 g". */
function readRow({ texts, figures }: SourceRow, style: NumberStyle): TypedFigure[] {
  return texts.flatMap((text, index) => figures[index] ?? readTyped(text, style));
}

/**
 * Checks `Query <id>`, `Query <id>: “<column>: <value>”` and `Query <id>, <row>: “<column>:
 * <value>”`.
 */
async function checkQuery(
  document: SourceText,
  rest: string,
  { readings, heads }: FootnoteParts,
  empty: Footnote,
  { slice, texts }: EvidenceContext,
): Promise<Footnote> {
  const [part] = document.parts;
  const [table] = part?.tables() ?? [];
  const { query } = document;
  const wanted = trimPlace(rest) || null;
  const source = { kind: 'query', title: document.title, location: wanted } as const;
  const quotes = readings[0] ?? [];
  const place = {
    ...empty,
    source,
    state: 'verified' as const,
    reason: null,
    sources: [{ document, parts: document.parts, isWhole: quotes.length === 0 }],
  };
  if (!query || !part || !table) return place;
  const rows = wanted === null ? table.rows.map((_, index) => index) : findRows(query, wanted);
  const shown = (index: number) =>
    showPassage(`${table.columns.join(' | ')}\n${table.rows[index]?.line ?? ''}`);
  if (rows.length === 0 && quotes.length > 0)
    return { ...place, state: 'altered', reason: texts.noSuchPlace(document.title, wanted ?? '') };
  const passages: Passage[] = [];
  for (const [at, quote] of quotes.entries()) {
    const own = heads[at] === undefined || at === 0 ? [] : findRows(query, trimPlace(heads[at]));
    const places = own.length > 0 ? own : rows;
    const pairs = readPairs(quote, query);
    const fits = (index: number) => pairs.every((pair) => holdsPair(query, index, pair));
    const all =
      pairs.length > 0
        ? places.filter(fits)
        : places.filter((index) => holdsWords(quote, query, index));
    const found =
      all.length > 0 || pairs.length === 0 ? all : findEach(query, places, pairs, wanted !== null);
    if (found.length === 0) {
      const hit = pairs.length === 0 ? await findWords(quote, document.parts, slice) : null;
      if (hit === 'nothing to find') continue;
      if (hit) {
        passages.push(readHit(hit, empty.label, source));
        continue;
      }
      const [row = 0] = places;
      const pair =
        pairs.find((one) => !places.some((index) => holdsPair(query, index, one))) ?? pairs[0];
      const reason =
        pair === undefined
          ? texts.otherWords
          : texts.otherValue(
              query.columns[pair.column]?.name ?? '',
              String(query.rows[row]?.[pair.column] ?? '–'),
            );
      return { ...place, state: 'altered', reason, passage: shown(row) };
    }
    for (const index of all.length > 0 ? found.slice(0, wanted === null ? 1 : mostNamed) : found) {
      const row = table.rows[index];
      if (!row) continue;
      const cells = { part, table, row, sql: query.sql };
      passages.push(toRowPassage(document, empty.label, cells));
    }
  }
  const [first] = passages;
  return {
    ...place,
    passages,
    passage: first ? showPassage(passages.map(({ words }) => words).join(' … ')) : null,
  };
}

/** Returns a row of a query's result, or a fact as a row, as a passage of its document. */
function toRowPassage(
  { kind, title }: SourceText,
  citation: string,
  { part, table, row, sql }: Pick<Passage, 'part' | 'sql'> & { table: SourceTable; row: SourceRow },
): Passage {
  const head = table.columns.join(' | ');
  const words = `${head}\n${row.line}`;
  const style = part.numberStyle();
  const figures = readRow(row, style);
  const place = { citation, title, kind, words, context: words, head };
  return { ...place, style, part, row, table, figures, around: [], sql };
}

/** Checks `Notebook <number>` and `Notebook <number>: “<label>: <value>”`. */
function checkNotebook(
  document: SourceText,
  quotes: readonly string[],
  empty: Footnote,
  { texts }: EvidenceContext,
): Footnote {
  const [part] = document.parts;
  const source = { kind: 'notebook', title: document.title, location: null } as const;
  const place: Footnote = {
    ...empty,
    source,
    state: 'verified',
    reason: null,
    sources: [{ document, parts: document.parts, isWhole: quotes.length === 0 }],
  };
  const passages: Passage[] = [];
  for (const quote of quotes) {
    const labelledFacts = (document.facts ?? []).flatMap(({ fact, table }) => {
      const written = readFactValue(quote, fact);
      return written === null ? [] : [{ fact, table, written }];
    });
    const cited = labelledFacts.find(({ fact, written }) =>
      isCellValue(fact.value, written, fact.unit),
    );
    const row = cited?.table.rows[0];
    if (cited === undefined || row === undefined || part === undefined) {
      const [labelled] = labelledFacts;
      if (labelled === undefined) return { ...place, state: 'altered', reason: texts.otherWords };
      const { label, value } = labelled.fact;
      const reason = texts.otherValue(label, String(value));
      return { ...place, state: 'altered', reason, passage: labelled.table.rows[0]?.line ?? null };
    }
    const cells = { part, table: cited.table, row, sql: null };
    passages.push(toRowPassage(document, empty.label, cells));
  }
  const lines = passages.map(({ row }) => row?.line ?? '').join(' … ');
  return { ...place, passages, passage: passages.length > 0 ? showPassage(lines) : null };
}

/**
 * Returns the value that a quote writes behind a fact's label, which may have the period, without
 * its unit; or null.
 */
function readFactValue(quote: string, { label, unit, period }: NotebookFact): string | null {
  const fold = (text: string) => foldShort(text).trim().toLowerCase();
  const names = [fold(label), fold(`${label}, ${period}`)];
  const colon = [...quote.matchAll(/\s*[:：=]\s*/gu)].find(({ index }) =>
    names.includes(fold(quote.slice(0, index))),
  );
  if (colon === undefined) return null;
  const written = quote.slice(colon.index + colon[0].length).trim();
  const measure = (unit ?? '').replace(/\s+/gu, ' ').trim();
  const hasUnit = measure !== '' && written.endsWith(measure);
  return hasUnit ? written.slice(0, -measure.length).trim() : written;
}

/**
 * Returns the tables that a footnote cites whole: those of a place without words, and the results
 * of queries.
 */
export function wholeTablesOf({ sources }: Pick<Footnote, 'sources'>): SourceTable[] {
  return sources.flatMap(({ parts, isWhole, document }) =>
    isWhole || document.query ? parts.flatMap((part) => part.tables()) : [],
  );
}

/**
 * Returns the tables that a footnote cites: whole ones, and those in which its quoted rows stand.
 */
export function tablesOf(footnote: Pick<Footnote, 'sources' | 'passages'>): SourceTable[] {
  return [
    ...new Set([
      ...footnote.passages.flatMap(({ table }) => table ?? []),
      ...wholeTablesOf(footnote),
    ]),
  ];
}
