import type { Language } from '@ecp/language/language';
import { nameWithUnit } from '@ecp/language/name-with-unit';
import { breakLongRuns, cleanLine, cleanText, narrowBreaks } from '../markdown/build-inlines.ts';
import { type FittedPart, fitColumns, measureColumn } from '../markdown/build-table.ts';
import type { TableBlock } from '../markdown/document-tree.ts';
import type {
  CitedQuery,
  ReportCitation,
  ReportDerivation,
  ReportEvidence,
  ReportFigures,
  ReportQuery,
} from '../reports/report-types.ts';
import { fillWords, type TeamWords, teamWords } from '../reports/team-words.ts';

/** Tells whether a statement is open: the check found a fault or no source. */
export function isOpen({ state }: Pick<ReportCitation, 'state'>): boolean {
  return (
    state !== 'verified' && state !== 'computed' && state !== 'unjudged' && state !== 'set_by_text'
  );
}

/** The result of a check in words, for the evidence section and the footer. */
export interface PrintedEvidence {
  /** The counts of the states, in the order of `evidenceHeads`. */
  counts: string[];
  /** All counts above zero on one line. */
  line: string;
  /** Open statements. */
  failures: PrintedStatement[];
  /** Computed statements without a footnote, which have no note in the text. */
  computed: PrintedStatement[];
}

/** A statement with what the check found. */
interface PrintedStatement {
  /** `Footnote 3`, by its printed number. */
  where: string;
  words: string;
  source: string;
  state: string;
  finding: string;
}

/** Returns the heads of the columns that count the states. */
export const evidenceHeadsOf = ({ states }: TeamWords): string[] =>
  countedStates.map((state) => states[state]);

/** The states in the order in which they are counted. */
const countedStates = [
  'verified',
  'computed',
  'unjudged',
  'set_by_text',
  'altered',
  'unsupported',
  'missing_source',
  'uncited',
] as const;

/** Puts a check into words, with numbers in the form of the document's language. */
export function printEvidence(
  evidence: ReportEvidence,
  { numbers, language, words }: { numbers: FootnoteNumbers; language: Language; words: TeamWords },
): PrintedEvidence {
  const { verified, computed, unjudged, setByText, altered, unsupported, missingSource, uncited } =
    evidence;
  const { citations } = evidence;
  const print = (citation: ReportCitation, finding: string): PrintedStatement => ({
    where: numbers.place(citation.footnote),
    words: inCell(`“${citation.quote ?? citation.claim}”`),
    source: inCell(citation.source),
    state: isAssumed(citation) ? words.fromAssumptions : words.states[citation.state],
    finding: inCell(finding),
  });
  return {
    counts: [
      verified,
      computed,
      unjudged,
      setByText,
      altered,
      unsupported,
      missingSource,
      uncited,
    ].map(showCount),
    line: describeCounts(evidence, words),
    failures: citations
      .filter(isOpen)
      .map((citation) => print(citation, describeFinding(citation, words))),
    computed: citations
      .filter(({ state, footnote }) => state === 'computed' && footnote === null)
      .map((citation) => {
        const { derivation } = citation;
        const finding = derivation
          ? joinDerivation(writeDerivation(derivation, language, numbers.reference), words)
          : '';
        return print(citation, finding);
      }),
  };
}

const isAssumed = ({ state, derivation }: ReportCitation) =>
  state === 'computed' && derivation?.assumed === true;

function describeFinding({ reason, passage }: ReportCitation, words: TeamWords): string {
  const found = passage === null ? '' : fillWords(words.sourceHas, { passage });
  return [sentence(reason ?? ''), found].filter((text) => text !== '').join(' ');
}

function describeCounts(evidence: ReportEvidence, words: TeamWords): string {
  const { verified, computed, unjudged, setByText, altered, unsupported, missingSource, uncited } =
    evidence;
  const counts = [
    verified,
    computed,
    unjudged,
    setByText,
    altered,
    unsupported,
    missingSource,
    uncited,
  ];
  const parts = countedStates.flatMap((state, at) => {
    const count = counts[at] ?? 0;
    if (count === 0 && state !== 'verified') return [];
    return [fillWords(words.counts[state], { count: showCount(count) })];
  });
  if (counts.every((count) => count === 0)) return words.noCitations;
  return fillWords(words.citations, { counts: parts.join(', ') });
}

function showCount(count: number): string {
  return count.toLocaleString('en-GB');
}

function sentence(text: string): string {
  const line = cleanLine(text);
  const ended = line === '' || /[.!?…]$/u.test(line) ? line : `${line}.`;
  return ended.charAt(0).toUpperCase() + ended.slice(1);
}

function inCell(text: string): string {
  return breakLongRuns(cleanLine(text), 18, 12);
}

/** The printed numbers of a document's footnotes. */
export interface FootnoteNumbers {
  /**
   * `Footnote 3`, or `[^label]` if the text calls no such footnote; `Without a footnote` for null.
   */
  place(label: string | null): string;
  /** `[3]`, or `[label]` if the text calls no such footnote. */
  reference(label: string): string;
}

/** Identifies a footnote by its label as markdown does, ignoring case. */
export function identifyFootnote(label: string): string {
  return cleanLine(label).toLowerCase();
}

/**
 * Numbers footnotes. `identifiers` are those of the document in the order of their printed numbers.
 */
export function numberFootnotes(identifiers: string[], words: TeamWords): FootnoteNumbers {
  const numbers = new Map(identifiers.map((identifier, index) => [identifier, index + 1]));
  const numberOf = (label: string) => numbers.get(identifyFootnote(label));
  return {
    place: (label) => {
      if (label === null) return words.noFootnote;
      const number = numberOf(label);
      return number === undefined
        ? breakLongRuns(cleanLine(`[^${label}]`), 18, 12)
        : fillWords(words.footnote, { number });
    },
    reference: (label) => `[${numberOf(label) ?? breakLongRuns(cleanLine(label), 18, 12)}]`,
  };
}

/** A computed figure of a document in words. */
interface PrintedDerivation {
  /** Title of the document. */
  document: string;
  where: string;
  words: string;
  equation: string;
  inputs: string[];
}

/** The appendix "How the figures were made". */
export interface PrintedFigures {
  derivations: PrintedDerivation[];
  queries: PrintedQuery[];
  /** Says how many queries are left out; null for none. */
  leftOut: string | null;
}

/** The parts of a laid-out document that the appendix needs. */
export interface CheckedDocument {
  title: string;
  filename: string;
  evidence: ReportEvidence | null;
  numbers: FootnoteNumbers;
  language: Language;
}

/**
 * Puts the derivations of all documents and the queries that they cite into words; null if there
 * are none of both.
 */
export function printFigures(
  figures: ReportFigures | null | undefined,
  documents: CheckedDocument[],
  { language, words }: { language: Language; words: TeamWords },
): PrintedFigures | null {
  if (!figures) return null;
  const { queries, leftOut } = figures;
  const derivations = documents.flatMap(listDerivations);
  if (derivations.length + queries.length === 0) return null;
  const titles = new Map(documents.map(({ filename, title }) => [filename, title]));
  return {
    derivations,
    queries: queries.map((query) =>
      printQuery(query, { titles, language, words, count: queries.length }),
    ),
    leftOut:
      leftOut === 0
        ? null
        : fillWords(words.leftOutQueries, { count: leftOut.toLocaleString(locales[language]) }),
  };
}

function listDerivations({
  title,
  evidence,
  numbers,
  language,
}: CheckedDocument): PrintedDerivation[] {
  return (evidence?.citations ?? []).flatMap(({ state, derivation, footnote, claim }) => {
    if (state !== 'computed' || !derivation) return [];
    const { equation, inputs } = writeDerivation(derivation, language, numbers.reference);
    return [
      {
        document: title,
        where: numbers.place(footnote),
        words: inFigureCell(`“${claim}”`),
        equation: inFigureCell(equation),
        inputs: inputs.map(inFigureCell),
      },
    ];
  });
}

function inFigureCell(text: string): string {
  return breakLongRuns(cleanLine(text), 18, 12);
}

interface PrintedQuery {
  id: string;
  title: string;
  /** Titles of the documents that cite it. */
  citedIn: string;
  /** Null if the engagement has no such query. */
  found: FoundQuery | null;
}

/** A recorded query in words. */
interface FoundQuery {
  /** When it was asked, and by whom. */
  asked: string;
  sql: string;
  tables: { name: string; sha256: string }[];
  /** The first rows; null without any. */
  result: TableBlock | null;
  /** How much of the result is printed. */
  shown: string;
  hash: string;
}

/** Limits the rows of a result, and characters of a cell, that are printed. */
const most = { rows: 10, characters: 120 };
/**
 * Limits the columns of a result, and characters of a statement; and of all queries of a report
 * together.
 */
const bounds = { columns: 12, sql: 20_000, allColumns: 3_000, allSql: 1_000_000 };

/** Options for printing the queries of a report. */
interface QueryPrinting {
  /** Titles of the documents by filename. */
  titles: ReadonlyMap<string, string>;
  language: Language;
  words: TeamWords;
  /** How many queries are printed: the more, the less of each. */
  count: number;
}

/** Puts a cited query into words. */
function printQuery({ id, citedIn, query }: CitedQuery, printing: QueryPrinting): PrintedQuery {
  return {
    id: breakLongRuns(cleanLine(id), narrowBreaks.longest, narrowBreaks.every),
    title: query?.title ? breakLongRuns(cleanLine(query.title), 40, 24) : '',
    citedIn: citedIn
      .map((filename) => printing.titles.get(filename) ?? cleanLine(filename))
      .join(', '),
    found: query === null ? null : printFound(query, printing),
  };
}

function printFound(query: ReportQuery, { language, words, count }: QueryPrinting): FoundQuery {
  const { author, tables, resultHash } = query;
  const asked = new Date(query.createdAt);
  const day = asked.toLocaleDateString(locales[language], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const rows = readFirstRows(query.rows, most.rows);
  const columns = Math.min(bounds.columns, Math.floor(bounds.allColumns / count));
  const part = chooseColumns(query.columns.slice(0, columns), rows, language);
  return {
    asked: fillWords(author.isAgent ? words.askedByAgent : words.askedBy, {
      name: cleanLine(author.name),
      day,
      time: asked.toISOString().slice(11, 16),
    }),
    sql: printSql(query.sql, Math.min(bounds.sql, Math.floor(bounds.allSql / count)), words),
    tables: tables.map(({ name, sha256 }) => ({
      name: inQueryCell(name),
      sha256: breakHash(sha256),
    })),
    result: rows.length === 0 ? null : buildResult(query, rows, part, language),
    shown: describeShown(query, rows.length, part.columns.length, words),
    hash: breakHash(resultHash),
  };
}

function printSql(sql: string, longest: number, words: TeamWords): string {
  const text = cleanText(sql).replaceAll('\t', '    ').trim();
  const note = `\n-- … ${fillWords(words.firstCharacters, { count: showCount(longest), all: showCount(text.length) })}`;
  return breakLongRuns(
    text.length <= longest ? text : text.slice(0, longest).toWellFormed() + note,
    60,
    20,
  );
}

/** Chooses the first columns that fit an upright page. */
function chooseColumns(
  columns: ReportQuery['columns'],
  rows: ResultCell[][],
  language: Language,
): FittedPart {
  const needs = columns.map((column, at) =>
    measureColumn([
      nameWithUnit(column.name, column.unit),
      ...rows.map((row) => showCell(row[at], language)),
    ]),
  );
  for (let count = needs.length; count > 1; count -= 1) {
    const [part, ...others] = fitColumns(needs.slice(0, count));
    if (part && others.length === 0 && !part.landscape) return part;
  }
  return { columns: needs.length === 0 ? [] : [0], shares: [1], sizePt: 8, landscape: false };
}

function buildResult(
  { columns }: ReportQuery,
  rows: ResultCell[][],
  part: FittedPart,
  language: Language,
): TableBlock {
  const isNumeric = (at: number) => rows.every((row) => typeof (row[at] ?? 0) === 'number');
  const cell = (text: string) => [{ t: 'run' as const, v: inQueryCell(text) }];
  return {
    t: 'table',
    columns: part.columns.map((at, index) => ({
      share: part.shares[index] ?? 1,
      align: isNumeric(at) ? 'right' : 'left',
    })),
    sizePt: Math.min(part.sizePt, 8),
    landscape: false,
    whole: false,
    tallRows: [],
    head: part.columns.map((at) =>
      cell(nameWithUnit(columns[at]?.name ?? '', columns[at]?.unit ?? null)),
    ),
    rows: rows.map((row) => part.columns.map((at) => cell(showCell(row[at], language)))),
    note: null,
  };
}

function showCell(cell: ResultCell | undefined, language: Language): string {
  if (cell === null || cell === undefined) return '–';
  if (typeof cell === 'number') return writeCellNumber(cell, language);
  const text = cleanLine(String(cell));
  return text.length > most.characters ? `${text.slice(0, most.characters).toWellFormed()}…` : text;
}

function describeShown(
  { columns, rowCount, truncated }: ReportQuery,
  rows: number,
  printed: number,
  words: TeamWords,
): string {
  const total = fillWords(words.rows, { count: showCount(rowCount) });
  const parts = [truncated ? `${total} (${words.hasMore})` : total];
  if (rows < rowCount) {
    parts.push(rows === 0 ? words.tooLong : fillWords(words.firstRows, { count: rows }));
  }
  const leftOut = columns.length - printed;
  if (rows > 0 && leftOut > 0) parts.push(fillWords(words.furtherColumns, { count: leftOut }));
  return parts.join(', ');
}

function breakHash(hash: string): string {
  return breakLongRuns(cleanLine(hash), 16, 16);
}

function inQueryCell(text: string): string {
  return breakLongRuns(cleanLine(text), narrowBreaks.longest, narrowBreaks.every);
}

interface WrittenDerivation {
  /** `(b − a) ÷ a × 100 ≈ 3.37272`. */
  equation: string;
  /** `a = 4,655 million DKK [2]`, one for each input. */
  inputs: string[];
}

/** Returns the printed place of a footnote by its label, such as `[2]`. */
type ShowFootnote = (label: string) => string;

const signs: Record<string, string> = { '-': '−', '*': '×', '/': '÷' };

/** Puts a derivation into words, with numbers in the language's form. */
export function writeDerivation(
  { expression, inputs, result }: ReportDerivation,
  language: Language,
  showFootnote: ShowFootnote,
): WrittenDerivation {
  const { text, isRounded } = writeComputed(result, language);
  return {
    equation: `${writeExpression(expression, language)} ${isRounded ? '≈' : '='} ${text}`,
    inputs: inputs.map(({ label, value, unit, citation, assumed }) => {
      const amount =
        unit === null && Math.abs(value) < 1e5
          ? writeCellNumber(value, language)
          : withUnit(
              writeNumber(value, language),
              unit === null ? null : cleanLine(unit),
              language,
            );
      // No line may break around the sign, so that a name stays with its value.
      return `${cleanLine(label)}\u00a0=\u00a0${amount}${assumed ? ` ${teamWords[language].assumed}` : ''}${citation === null ? '' : ` ${showFootnote(citation)}`}`;
    }),
  };
}

/**
 * Puts a derivation on one line. Inputs are parted by semicolons, because many languages have
 * decimal commas.
 */
export function joinDerivation({ equation, inputs }: WrittenDerivation, words: TeamWords): string {
  return inputs.length === 0
    ? equation
    : fillWords(words.with, { equation, inputs: inputs.join('; ') });
}

/** Writes the signs of arithmetic as in print. Digits that belong to a label (`a1`) stay. */
function writeExpression(expression: string, language: Language): string {
  return cleanLine(expression)
    .replaceAll(/(?<![\p{L}\d.])\d+(?:\.\d+)?(?:e[+-]?\d+)?/gu, (digits) =>
      writeDigits(Number(digits), language),
    )
    .replaceAll(/[-*/]/g, (sign) => signs[sign] ?? sign);
}

/** A number in words, and whether it was rounded. */
interface WrittenNumber {
  text: string;
  isRounded: boolean;
}

const locales: Record<Language, string> = {
  en: 'en-GB',
  de: 'de-DE',
  fr: 'fr-FR',
  es: 'es-ES',
  ja: 'ja-JP',
};

/** Words for large round numbers, the largest first. */
const scales: Record<Language, [number, string][]> = {
  en: [
    [1e9, ' billion'],
    [1e6, ' million'],
  ],
  de: [
    [1e9, ' Mrd.'],
    [1e6, ' Mio.'],
  ],
  fr: [
    [1e9, ' Md'],
    [1e6, ' M'],
  ],
  es: [[1e6, ' M']],
  ja: [
    [1e8, '億'],
    [1e4, '万'],
  ],
};

/** Numbers outside have no word. */
const scaledRange = { from: 1e6, below: 1e13 };
/** Digits of a computed number. */
const shownDigits = 6;
/** Two numbers closer than this share of their size are the same to a reader. */
const negligible = 1e-9;

/**
 * Writes a number with all its digits in the form of a language, large round ones with a word:
 * `4,655 million`.
 */
export function writeNumber(value: number, language: Language): string {
  return writeScaled(value, language) ?? writeDigits(value, language);
}

function writeDigits(value: number, language: Language): string {
  return format(value, language, { maximumSignificantDigits: 17 });
}

/**
 * Writes a computed number with at most six digits, or all those before the decimal point if they
 * are more.
 */
export function writeComputed(value: number, language: Language): WrittenNumber {
  const size = Math.abs(value);
  const whole = size < 1 ? 1 : Math.floor(Math.log10(size)) + 1;
  const rounded = Number(value.toPrecision(Math.min(Math.max(shownDigits, whole), 17)));
  return {
    text: writeNumber(rounded, language),
    isRounded: Math.abs(rounded - value) > size * negligible,
  };
}

/**
 * Writes a number that may be a year, as a cell of a result: only five digits and more have
 * separators.
 */
export function writeCellNumber(value: number, language: Language): string {
  return format(value, language, { maximumSignificantDigits: 17, useGrouping: 'min2' });
}

/** Puts a unit after a number: `12%`, `12 %` (German, French, Spanish), `4,655 million DKK`. */
export function withUnit(text: string, unit: string | null, language: Language): string {
  if (unit === null || unit === '') return text;
  const gap = unit === '%' && (language === 'en' || language === 'ja') ? '' : '\u00a0';
  return text + gap + unit;
}

function writeScaled(value: number, language: Language): string | null {
  if (Math.abs(value) < scaledRange.from || Math.abs(value) >= scaledRange.below) return null;
  for (const [scale, word] of scales[language]) {
    const scaled = value / scale;
    // 4.2 billion, but 4,655 million: more decimals of the larger word are harder to read than the
    // smaller word.
    const decimals = scale === 1e6 ? 3 : 2;
    const rounded = Number(scaled.toFixed(decimals));
    if (Math.abs(rounded) >= 1 && Math.abs(rounded * scale - value) <= Math.abs(value) * 1e-15) {
      return (
        format(rounded, language, { maximumFractionDigits: decimals }) + word.replace(' ', '\u00a0')
      );
    }
  }
  return null;
}

/** Formatters are kept, because making one takes longer than a thousand uses. */
const formatters = new Map<string, Intl.NumberFormat>();

function format(value: number, language: Language, options: Intl.NumberFormatOptions): string {
  const key = `${language} ${JSON.stringify(options)}`;
  const known =
    formatters.get(key) ??
    new Intl.NumberFormat(locales[language], { useGrouping: 'always', ...options });
  formatters.set(key, known);
  // Typst's fonts and readers know the minus sign; Intl writes a hyphen in some languages.
  return known.format(value).replace('-', '−');
}

type ResultCell = string | number | boolean | null;

/**
 * Reads the first whole rows from a result's JSON text or its beginning; fewer for another text.
 */
export function readFirstRows(text: string, most: number): ResultCell[][] {
  const rows: ResultCell[][] = [];
  let start = 0;
  let isInString = false;
  for (let at = 1; at < text.length && rows.length < most; at += 1) {
    const character = text[at];
    if (character === '\\' && isInString) at += 1;
    else if (character === '"') isInString = !isInString;
    else if (character === '[' && !isInString) start = at;
    else if (character === ']' && !isInString && start > 0) {
      rows.push(JSON.parse(text.slice(start, at + 1)) as ResultCell[]);
      start = 0;
    }
  }
  return rows;
}
