import type { Citation } from '@ecp/contract/values/citations';
import { type NumberStyle, readNumberStyle } from '@ecp/language/number-style';
import type { TimeSlice } from '@ecp/semaphore/semaphore';
import { LRUCache } from 'lru-cache';
import type { EvidenceTexts } from './faults.ts';
import {
  colleagueNames,
  type EvidenceMaterial,
  type EvidenceQuery,
  type EvidenceSource,
  type EvidenceTable,
  type NotebookEntry,
  type NotebookFact,
  notebookNames,
  queryNames,
  reviewerNames,
} from './material.ts';
import { countPageEdges, follows, nameSpan, type PageEdges } from './page-spans.ts';
import { type FoldedText, foldName, foldShort, foldText, stripMarks } from './quotes.ts';
import { readTables, type SourceRow, type SourceTable, toSourceTable } from './tables.ts';

/** A document with its names and its text in parts: pages, sheets, sections, or one part. */
export interface SourceText {
  kind: Citation['source']['kind'];
  title: string;
  /** Folded for comparison. */
  names: string[];
  url: string | null;
  parts: SourcePart[];
  query?: EvidenceQuery;
  /** The facts of a notebook's entry, each with its table of one row. */
  facts?: readonly { fact: NotebookFact; table: SourceTable }[];
}

export interface EvidenceContext {
  documents: SourceText[];
  slice: TimeSlice;
  texts: EvidenceTexts;
}

export interface PlacedRow {
  row: SourceRow;
  table: SourceTable;
}

export interface SourcePart {
  /** Such as "page 3", "page 1 to page 3" or "sheet Costs". Null for a whole text. */
  location: string | null;
  text: string;
  /**
   * The page, slide, sheet or section before it and behind it. Null at the ends, and where one is
   * missing.
   */
  previous: SourcePart | null;
  next: SourcePart | null;
  /** Words at the edges of the document's pages. Read at the first use. */
  pageEdges: () => PageEdges;
  /** The parts of which it was joined. Empty for a part of a document. */
  joined: readonly SourcePart[];
  /** Read at the first use. */
  tables: () => readonly SourceTable[];
  /**
   * Returns the row that a line of the text is. Null for prose and heads. Read at the first use.
   */
  findRow: (line: string) => PlacedRow | null;
  /** How the document writes its numbers. Read at the first use. */
  numberStyle: () => NumberStyle;
  /** Folded at the first use, and again after other texts have taken its room. */
  fold: (slice: TimeSlice) => Promise<FoldedText>;
}

const briefNames =
  `Brief|the brief|client brief|engagement brief|project brief|engagement|task|Briefing|Auftrag|das Briefing
  |Kundenbriefing|le brief|cahier des charges|lettre de mission|el brief|encargo|ブリーフ|依頼書|依頼内容`.split(
    /\s*\|/,
  );

/**
 * Limits the characters of the folded texts that a check keeps at a time, at some six bytes for
 * each. A text that was dropped is folded again.
 */
const mostFolded = 16_000_000;
type FoldCache = LRUCache<object, FoldedText>;

/** Groups the material into documents by title, so that parts of one file belong together. */
export function listSourceTexts(material: EvidenceMaterial): SourceText[] {
  const folds: FoldCache = new LRUCache({
    maxSize: mostFolded,
    sizeCalculation: ({ original }) => original.length + 1,
  });
  const files = Map.groupBy(material.sources, ({ title, location }) =>
    JSON.stringify([title, urlOf(location)]),
  );
  return [
    {
      kind: 'brief',
      title: 'Brief',
      names: foldNames(briefNames),
      url: null,
      parts: makeParts(
        [material.brief, ...material.assignment].map((text) => ({ place: null, text })),
        folds,
      ),
    },
    ...[...files.values()].map((sources) => toFile(sources, material.tables, folds)),
    ...material.upstream.map(({ taskName, filename, content }) =>
      whole('deliverable', filename, [filename, taskName], content, folds),
    ),
    ...material.consultations.map(({ agentName, agentSlug, question, answer }) =>
      whole(
        'colleague',
        agentName,
        [agentName, agentSlug, ...colleagueNames.map((name) => `${name} ${agentName}`)],
        `${answer}\n\n${question}`,
        folds,
      ),
    ),
    ...material.queries.map((query) => toQuery(query, folds)),
    ...(material.notebook ?? []).map((entry) => toNotebookEntry(entry, folds)),
    ...material.reviewNotes.map((note, index) => {
      const aliases = reviewerNames.flatMap((name) => [name, `${name} ${index + 1}`]);
      return whole('reviewer', `Reviewer note ${index + 1}`, aliases, note, folds);
    }),
  ];
}

function whole(
  kind: SourceText['kind'],
  title: string,
  names: string[],
  text: string,
  folds: FoldCache,
): SourceText {
  return {
    kind,
    title,
    names: foldNames(names),
    url: null,
    parts: makeParts([{ place: null, text }], folds),
  };
}

function toFile(
  sources: readonly EvidenceSource[],
  tables: readonly EvidenceTable[],
  folds: FoldCache,
): SourceText {
  const title = sources[0]?.title ?? '';
  const url = urlOf(sources[0]?.location ?? null);
  const parts = makeParts(
    sources.map(({ location, text }) => {
      const own = tables.filter(
        ({ filename, sheet }) => filename === title && isSheet(location, sheet, sources.length),
      );
      const typed = own.map(({ columns, rows }) => toSourceTable(columns, rows));
      return { place: placeOf(location), text, ...(typed.length > 0 ? { typed } : {}) };
    }),
    folds,
  );
  const withoutExtension = title.replace(/\.[a-z0-9]{1,5}$/i, '');
  const places = sources.flatMap(({ location }) =>
    location !== null && isFileName(location) ? [location] : [],
  );
  return {
    kind: url === null ? 'attachment' : 'url',
    title,
    names: foldNames([title, withoutExtension, ...places]),
    url,
    parts,
  };
}

function foldNames(names: string[]): string[] {
  return [...new Set(names.map(foldName))].filter((name) => name !== '');
}

/** Limits the characters of a text that is read for tables. */
const maxTableText = 400_000;
/** Characters of each part, and of a document, from which the style of its numbers is read. */
const styleSample = { part: 2_000, document: 12_000 };

function makeParts(
  pieces: { place: string | null; text: string; typed?: readonly SourceTable[] }[],
  folds: FoldCache = new LRUCache({ max: 1 }),
): SourcePart[] {
  let style: NumberStyle | null = null;
  const numberStyle = () => {
    const sample = pieces.length === 1 ? styleSample.document : styleSample.part;
    const few = pieces.slice(0, styleSample.document / styleSample.part);
    style ??= readNumberStyle(few.map(({ text }) => text.slice(0, sample)).join('\n'));
    return style;
  };
  let edges: PageEdges | null = null;
  const pageEdges = () => {
    edges ??= countPageEdges(pieces.map(({ text }) => text));
    return edges;
  };
  const parts = pieces.map(({ place, text, typed }): SourcePart => {
    const key = {};
    const fold = async (slice: TimeSlice) => {
      const folded = folds.get(key) ?? (await foldText(text, slice));
      folds.set(key, folded);
      return folded;
    };
    let found: readonly SourceTable[] | null = null;
    const written = () => {
      found ??= text.length > maxTableText ? [] : readTables(text, numberStyle(), place ?? '');
      return found;
    };
    const tables = () => typed ?? written();
    let rows: Map<string, PlacedRow> | null = null;
    const findRow = (line: string) => {
      rows ??= listRows(typed ? [...typed, ...written()] : written());
      return rows.get(line.trim()) ?? null;
    };
    const neighbours = { previous: null, next: null, joined: [] };
    return { location: place, text, tables, findRow, numberStyle, fold, pageEdges, ...neighbours };
  });
  for (const [at, part] of parts.entries()) {
    const next = parts[at + 1];
    if (next === undefined || !follows(part.location, next.location)) continue;
    part.next = next;
    next.previous = part;
  }
  return parts;
}

/** Makes the part that runs over the end of one part into the next ones. */
export function makeSpan(parts: readonly [SourcePart, ...SourcePart[]], text: string): SourcePart {
  const [first] = parts;
  const [span] = makeParts([
    { place: nameSpan(first.location, parts.at(-1)?.location ?? null), text },
  ]);
  if (span === undefined) throw new Error('A text makes one part');
  return { ...span, joined: parts, numberStyle: first.numberStyle };
}

/**
 * Maps the lines of tables to their rows. A typed table's rows differ from the lines of its file.
 */
function listRows(tables: readonly SourceTable[]): Map<string, PlacedRow> {
  const rows = new Map<string, PlacedRow>();
  for (const table of tables) {
    for (const row of table.rows) {
      const line = row.line.trim();
      if (!rows.has(line)) rows.set(line, { row, table });
    }
  }
  return rows;
}

function isSheet(location: string | null, sheet: string | null, parts: number): boolean {
  return (
    sheet === null || parts === 1 || (location ?? '').toLowerCase().includes(sheet.toLowerCase())
  );
}

/** A query is cited as `Query <id>`. Its text is its result, row by row. */
function toQuery(query: EvidenceQuery, folds: FoldCache): SourceText {
  const { id, title, columns, rows } = query;
  const table = toSourceTable(columns, rows);
  const text = [table.columns.join(' | '), ...table.rows.map(({ line }) => line)].join('\n');
  const names = queryNames.flatMap((name) => [
    `${name} ${id}`,
    ...(title === null ? [] : [`${name} ${title}`]),
  ]);
  return {
    kind: 'query',
    title: `Query ${id}`,
    names: foldNames([...names, id]),
    url: null,
    parts: makeParts([{ place: null, text, typed: [table] }], folds),
    query,
  };
}

/**
 * An entry of a notebook is cited as `Notebook <number>`. Each fact is a table of its own, because
 * each has its own unit and period.
 */
function toNotebookEntry({ number, facts }: NotebookEntry, folds: FoldCache): SourceText {
  const tables = facts.map((fact) => ({ fact, table: toFactTable(fact) }));
  const text = tables.map(({ table }) => table.rows[0]?.line ?? '').join('\n');
  return {
    kind: 'notebook',
    title: `Notebook ${number}`,
    names: foldNames(notebookNames.map((name) => `${name} ${number}`)),
    url: null,
    parts: makeParts([{ place: null, text, typed: tables.map(({ table }) => table) }], folds),
    facts: tables,
  };
}

function toFactTable({ label, value, unit, period }: NotebookFact): SourceTable {
  const name = [period ?? 'Value', unit ?? ''].filter((part) => part !== '').join(', ');
  const type = typeof value === 'number' ? 'number' : 'text';
  const columns = [
    { name: 'Fact', type: 'text', unit: null },
    { name, type, unit },
  ] as const;
  return toSourceTable(columns, [[label, value]]);
}

function urlOf(location: string | null): string | null {
  return /^https?:\/\/[^\s,]+/i.exec(location ?? '')?.[0] ?? null;
}

function placeOf(location: string | null): string | null {
  const place = (location ?? '').replace(/^https?:\/\/[^\s,]+,?\s*/i, '').trim();
  return place === '' ? null : place;
}

function isFileName(location: string): boolean {
  return /^[^\s/]+\.[a-z0-9]{1,5}$/i.test(location);
}

/**
 * The target of a footnote: a document with the parts that the location names, or why it does not
 * exist.
 */
type FoundSource =
  | { found: true; document: SourceText; location: string | null; parts: SourcePart[] }
  | {
      found: false;
      title: string;
      location: string | null;
      document: SourceText | null;
      reason: string;
    };

const leadIn =
  /^(?:(?:see|cf\.?|source|sources|file|attachment|attached file|document|deliverable|earlier deliverable|web ?page|website|quelle|quellen|datei|anhang|anlage|dokument|siehe|vgl\.|s\.|fuente|archivo|documento|anexo|véase|fichier|voir|pièce jointe|fonte)(?!\p{L})\s?:?\s+|(?:出典|資料|ファイル|添付)\s?[:：]?\s*)(?=\S)/iu;
const placeWord =
  /^(?:pages?|pp?\.|s\.|seiten?|páginas?|págs?\.|pagina|sheets?|tab|worksheet|blatt|tabellenblatt|feuille|onglet|hoja|slides?|folien?|diapositives?|diapo|diapositivas?|sections?|sec\.|§|abschnitt|sección|chapter|kapitel|chapitre|capítulo|heading|row|rows|line|lines|zeilen?|ligne|lignes|fila|línea|note|table|tabelle|tableau|tabla)(?![\p{L}\p{N}])|^(?:第?\d{1,5}\s?(?:ページ|頁)|シート|スライド|表|行|章|節)/iu;

/**
 * Finds the document and the place that the head of a footnote names. Only given documents can be
 * named.
 */
export async function findSource(
  head: string,
  urls: string[],
  { documents, slice, texts }: EvidenceContext,
): Promise<FoundSource> {
  const named = findDocument(head, urls, documents);
  if (named === null) {
    const [title = head, ...rest] = head.split(/,\s+/);
    return {
      found: false,
      title: stripMarks(title).slice(0, 300),
      location: rest.join(', ').slice(0, 300) || null,
      document: null,
      reason: texts.noSuchSource,
    };
  }
  return narrow(named.document, named.rest, slice, texts);
}

/** True if words are the name of a document. */
export function isSourceTitle(words: string, documents: SourceText[]): boolean {
  return findDocument(words, [], documents) !== null;
}

/** True if words name a document, or a page, sheet or section of one. */
export function isSourceName(words: string, documents: SourceText[]): boolean {
  const name = foldName(words);
  const isPlace = ({ location }: SourcePart) =>
    location !== null && foldName(location).replace(/^\p{L}+ /u, '') === name;
  return isSourceTitle(words, documents) || documents.some(({ parts }) => parts.some(isPlace));
}

/** Removes scheme, www and trailing slash of a URL. */
export function foldUrl(url: string): string {
  return url
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/#.*$/, '')
    .replace(/[/.,;)”“"»«’‘」』]+$/u, '');
}

/** Finds the document that the beginning of a head names, with what follows its name. */
export function findDocument(
  head: string,
  urls: string[],
  documents: SourceText[],
): { document: SourceText; rest: string } | null {
  const plain = stripMarks(head);
  const starts = [plain, plain.replace(leadIn, ''), plain.replace(leadIn, '').replace(leadIn, '')];
  let best: { document: SourceText; rest: string; length: number } | null = null;
  for (const start of new Set(starts)) {
    const folded = foldName(start);
    for (const document of documents) {
      for (const name of document.names) {
        if (!folded.startsWith(name) || (best !== null && best.length >= name.length)) continue;
        const rest = restBehind(start, name);
        if (rest !== null) best = { document, rest, length: name.length };
      }
    }
  }
  return best ?? findByAddress(plain, urls, documents) ?? findByFileName(plain, documents);
}

function findByAddress(head: string, urls: string[], documents: SourceText[]) {
  const written = [...urls, ...(head.match(/https?:\/\/[^\s,”“"»«」』]+/gi) ?? [])];
  const given = new Set(written.map(foldUrl));
  const document = documents.find(({ url }) => url !== null && given.has(foldUrl(url)));
  if (!document) return null;
  return {
    document,
    rest: head.replace(/https?:\/\/[^\s,”“"»«」』]+/gi, '').replace(/^[^,]*(?:,|$)/, ''),
  };
}

/**
 * Finds a file that is named after a description: “Interviews with shops (farm-shops.md), page 2”.
 */
function findByFileName(head: string, documents: SourceText[]) {
  for (const segment of head.split(/,\s+|[()]/)) {
    const name = foldName(segment);
    const isFile = /\.[a-z0-9]{2,5}$/i.test(segment.trim());
    const document = isFile && documents.find(({ names }) => names.includes(name));
    if (document) return { document, rest: head.slice(head.indexOf(segment) + segment.length) };
  }
  return null;
}

/**
 * Returns what follows a folded name at the start of a head, or null if it does not start with that
 * name.
 */
function restBehind(head: string, name: string): string | null {
  for (let end = 1; end <= head.length; end += 1) {
    const folded = foldName(head.slice(0, end));
    if (folded.length > name.length) return null;
    const rest = head.slice(end);
    if (
      folded === name &&
      (/^\s*(?:$|[,;:()–—、（]|- )/u.test(rest) || placeWord.test(rest.trim()))
    )
      return rest;
  }
  return null;
}

/** Finds the parts that the rest of a head names: pages, a sheet, a slide, a section. */
async function narrow(
  document: SourceText,
  rest: string,
  slice: TimeSlice,
  texts: EvidenceTexts,
): Promise<FoundSource> {
  const location = stripMarks(rest).replace(/^[\s,;:()–—、：（-]+|[\s,;:()、：）]+$/gu, '') || null;
  const all: FoundSource = { found: true, document, location, parts: document.parts };
  if (location === null) return all;
  const missing = (reason: string): FoundSource => ({
    found: false,
    title: document.title,
    location,
    document,
    reason,
  });
  const exact = document.parts.filter(
    (part) => part.location !== null && foldName(part.location) === foldName(location),
  );
  if (exact.length > 0) return { ...all, parts: exact };
  for (const word of ['page', 'slide'] as const) {
    const numbers = readNumbered(location, word);
    if (numbers === null) continue;
    const parts = document.parts.filter((part) => coversNumber(part.location, word, numbers));
    // A web page that was archived whole has no pages.
    if (
      document.url !== null &&
      document.parts.every((part) => readNumbered(part.location ?? '', word) === null)
    )
      return all;
    return parts.length > 0
      ? { ...all, parts }
      : missing(
          texts[word === 'page' ? 'noSuchPage' : 'noSuchSlide'](document.title, numbers.join('–')),
        );
  }
  const name = readNamed(location);
  if (name === null) return all;
  const wanted = foldName(name);
  const parts = document.parts.filter(
    (part) => part.location !== null && foldName(part.location).includes(wanted),
  );
  if (parts.length > 0) return { ...all, parts };
  const within = await findHeading(document, name, slice);
  return within.length > 0
    ? { ...all, parts: within }
    : missing(texts.noSuchPlace(document.title, location));
}

/**
 * Finds the parts that contain a heading. A path of headings, such as “Costs: Staff”, may name
 * several.
 */
async function findHeading(
  document: SourceText,
  name: string,
  slice: TimeSlice,
): Promise<SourcePart[]> {
  const steps = name
    .split(/\s*[:>›]\s+/)
    .map((step) => foldShort(step.replace(/\s*…$/u, '')).toLowerCase());
  const within: SourcePart[] = [];
  for (const part of document.parts) {
    const folded = (await part.fold(slice)).folded.toLowerCase();
    if (steps.every((step) => folded.includes(step))) within.push(part);
  }
  return within;
}

const numbered = {
  page: /(?:(?:^|[\s,(、（])(?:pages?|pp?\.?|s\.|seiten?|páginas?|págs?\.|pagina|ページ)\s*|(?=第?\d{1,5}(?:\s?[-–~〜]\s?\d{1,5})?\s?(?:ページ|頁))第?)(\d{1,5})(?:\s*(?:[-–—~〜]|to|and|bis|und|à|et|a|y|,|&)\s*(?:page|p\.)?\s*(\d{1,5}))?/iu,
  slide:
    /(?:^|[\s,(、（])(?:slides?|folien?|diapositives?|diapo|diapositivas?|スライド)\s*(\d{1,5})(?:\s*(?:[-–—~〜]|to|and|bis|und|à|et|a|y|,|&)\s*(?:slide)?\s*(\d{1,5}))?/iu,
};

function readNumbered(location: string, word: keyof typeof numbered): number[] | null {
  const match = numbered[word].exec(location);
  return match?.[1] === undefined
    ? null
    : [match[1], match[2]].flatMap((digits) => (digits ? [Number(digits)] : []));
}

function coversNumber(
  location: string | null,
  word: keyof typeof numbered,
  [from = 0, to = from]: number[],
): boolean {
  const own = location === null ? null : readNumbered(location, word);
  const [first, last = first] = own ?? [];
  return first !== undefined && last !== undefined && from <= last && to >= first;
}

/**
 * True if a place that a footnote names covers the pages or slides of another: "Seiten 1–2" covers
 * "pages 1-2".
 */
export function coversPlace(written: string | null, place: string): boolean {
  for (const word of ['page', 'slide'] as const) {
    const [own, other] = [readNumbered(written ?? '', word), readNumbered(place, word)];
    if (own?.[0] === undefined || other?.[0] === undefined) continue;
    return own[0] <= other[0] && (own.at(-1) ?? 0) >= (other.at(-1) ?? 0);
  }
  return false;
}

/**
 * Reads the sheet or section name in a location, without rows and lines, which stored text does not
 * number.
 */
function readNamed(location: string): string | null {
  const match =
    /(?:^|[\s,(、（])(?:(?:sheet|tab|worksheet|blatt|tabellenblatt|feuille|onglet|hoja|section|sec\.|§|abschnitt|sección|chapter|kapitel|chapitre|capítulo|heading)\s+|シート\s?)([^,;、]+)/iu.exec(
      location,
    );
  return match?.[1]?.trim() || null;
}
