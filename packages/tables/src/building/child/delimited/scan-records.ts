import { cleanText, kindOfText } from '../cells/column-survey.ts';

const [doubleQuote, lineFeed, carriageReturn, blank, backslash] = [0x22, 0x0a, 0x0d, 0x20, 0x5c];

/** How a delimited text is written. */
export interface Dialect {
  /** The byte between fields; 0 if there is none. */
  delimiter: number;
  /** The byte around fields that hold delimiters. */
  quote: number;
  /** True if a backslash makes a quote part of the text. */
  hasBackslashes: boolean;
  /** The byte offset of the first record. */
  start: number;
}

/** Takes the fields of a delimited text, one after the other. */
interface FieldSink {
  /**
   * Takes a field without blanks and quotes; `hasQuotes` if a quote or backslash in it may stand
   * for another sign.
   */
  field(column: number, start: number, end: number, hasQuotes: boolean): void;
  /**
   * Takes the end of a record from `start` to `end`; false ends the scan. Blank lines have one
   * blank field.
   */
  record(fields: number, start: number, end: number, line: number): boolean;
}

/**
 * Scans UTF-8 text in time linear to its length. Quoted fields may have line ends. A quote is text
 * if another one begins a field before a quote ends one.
 */
export function scanRecords(bytes: Buffer, dialect: Dialect, sink: FieldSink): void {
  const { delimiter, quote, hasBackslashes } = dialect;
  const length = bytes.length;
  /** Blanks around fields are no part of them, unless they stand between fields. */
  const padding = delimiter === blank ? -1 : blank;
  let at = dialect.start;
  let line = dialect.start > 0 ? 2 : 1;
  /** Behind this place no quote is closed. */
  let lastClosed = length;
  let [fieldStart, fieldEnd, hasQuotes] = [0, 0, false];

  /** Finds the end of a field in quotes; -1 if its first quote is none. Counts the lines in it. */
  function scanQuoted(from: number): number {
    hasQuotes = false;
    let lines = 0;
    // The byte before, blanks aside: a quote behind a delimiter or line end begins a field.
    let before = quote;
    for (let end = from + 1; end < length; end += 1) {
      const byte = bytes[end] ?? 0;
      if (byte === lineFeed) lines += 1;
      if (hasBackslashes && byte === backslash && bytes[end + 1] === quote) {
        hasQuotes = true;
        end += 1;
        before = backslash;
        continue;
      }
      if (byte !== quote) {
        if (byte !== padding) before = byte;
        continue;
      }
      let next = end + 1;
      while (next < length && bytes[next] === padding) next += 1;
      if (next >= length || isEnd(bytes[next] ?? 0, delimiter)) {
        fieldStart = from + 1;
        fieldEnd = end;
        line += lines;
        return next;
      }
      hasQuotes = true;
      if (bytes[end + 1] === quote && end > from + 1) end += 1;
      else if (end > from + 1 && isEnd(before, delimiter)) return -1;
      else if (bytes[end + 1] === quote) {
        // Three quotes begin a field with a quote as its first sign.
        end += 1;
      }
      before = quote;
    }
    lastClosed = from;
    return -1;
  }

  function scanField(from: number): number {
    let start = from;
    while (start < length && bytes[start] === padding) start += 1;
    if (bytes[start] === quote && start < lastClosed) {
      const next = scanQuoted(start);
      if (next >= 0) return next;
    }
    let end = start;
    while (end < length && !isEnd(bytes[end] ?? 0, delimiter)) end += 1;
    const next = end;
    while (end > start && bytes[end - 1] === padding) end -= 1;
    [fieldStart, fieldEnd, hasQuotes] = [start, end, false];
    return next;
  }

  while (at < length) {
    const recordStart = at;
    const recordLine = line;
    let column = 0;
    for (;;) {
      at = scanField(at);
      sink.field(column, fieldStart, fieldEnd, hasQuotes);
      column += 1;
      if (at >= length || bytes[at] !== delimiter) break;
      at += 1;
    }
    const end = Math.min(at, length);
    // Programs that write CR LF for each LF of a text with CR LF end a line with CR CR LF.
    let ends = at;
    while (bytes[ends] === carriageReturn) ends += 1;
    if (bytes[ends] === lineFeed) at = ends + 1;
    else if (bytes[at] === carriageReturn || bytes[at] === lineFeed) at += 1;
    line += 1;
    if (!sink.record(column, recordStart, end, recordLine)) return;
  }
}

function isEnd(byte: number, delimiter: number): boolean {
  return byte === delimiter || byte === lineFeed || byte === carriageReturn;
}

export function fieldText(
  bytes: Buffer,
  { quote, hasBackslashes }: Dialect,
  [start, end]: readonly [number, number],
  hasQuotes: boolean,
): string {
  const text = bytes.toString('utf8', start, end);
  if (!hasQuotes) return text;
  const sign = quote === doubleQuote ? '"' : "'";
  const plain = text.replaceAll(sign + sign, sign);
  return hasBackslashes ? plain.replaceAll(`\\${sign}`, sign) : plain;
}

export interface TextRecord {
  /** Its first line in the file, from 1. */
  line: number;
  fields: string[];
  /** Where it stands in the bytes. */
  start: number;
  end: number;
  /** Blanks before the first field. */
  indent: number;
}

/** Reads the first records of a text as lists of fields. */
export function readRecords(bytes: Buffer, dialect: Dialect, maxRecords: number): TextRecord[] {
  const records: TextRecord[] = [];
  let fields: string[] = [];
  scanRecords(bytes, dialect, {
    field(_, from, to, hasQuotes) {
      fields.push(fieldText(bytes, dialect, [from, to], hasQuotes));
    },
    record(_, start, end, line) {
      records.push({ line, fields, start, end, indent: countBlanks(bytes, dialect, start) });
      fields = [];
      return records.length < maxRecords;
    },
  });
  return records;
}

/** Counts the blanks that a record begins with; none where blanks stand between fields. */
function countBlanks(bytes: Buffer, { delimiter }: Dialect, start: number): number {
  let end = start;
  while (delimiter !== blank && bytes[end] === blank) end += 1;
  return end - start;
}

const codeOf = (sign: string) => sign.charCodeAt(0);
/** If two delimiters fit equally well, the earlier one wins, because numbers contain commas too. */
const usual = ['\t', ';', '|', ','].map(codeOf);
/** Signs that texts have as well, so that much must speak for them. */
const rare = ['\u001f', '\u0001', '~', '^', ':', ' '].map(codeOf);
const sampleBytes = 256 * 1024;
const sampleRecords = 500;
/** Share of records with the same number of fields from which a text is a table. */
const minShare = 0.6;
const rareDelimiters = { share: 0.9, records: 3, fields: 3, values: 0.3 };
const [quoteByte, singleQuote, blankByte, comma] = [
  codeOf('"'),
  codeOf("'"),
  codeOf(' '),
  codeOf(','),
];

/**
 * Finds a text's notation; null for prose or a single column. With `isTable`, titles and notes may
 * outnumber rows.
 */
export function findDialect(bytes: Buffer, isTable: boolean): Dialect | null {
  const declared = /^sep=(.)\r*\n/i.exec(bytes.toString('latin1', 0, 10));
  const sample = cutSample(bytes);
  const quote = findQuote(sample);
  const start = declared ? declared[0].length : 0;
  const hasBackslashes = usesBackslashes(sample, quote);
  const dialectOf = (delimiter: number): Dialect => ({ delimiter, quote, hasBackslashes, start });
  if (declared) return dialectOf(codeOf(declared[1] ?? ','));
  const rated = usual.map((delimiter) => ({ delimiter, ...rate(sample, dialectOf(delimiter)) }));
  const ranked = rated
    .filter(
      ({ share, fields, records }) => fields > 1 && (share >= minShare || (isTable && records > 1)),
    )
    .sort((one, other) => Math.round((other.share - one.share) * 10) || 0);
  const [best] = ranked;
  if (best?.delimiter === comma && isDecimalColumn(sample, dialectOf(0))) return null;
  if (best && best.share >= minShare) return dialectOf(best.delimiter);
  // R writes words in quotes and blanks between fields, also in files named .txt.
  const isQuoted = sample[0] === quote;
  const other = rare.find(
    (delimiter) =>
      (isTable || (isQuoted && delimiter === blankByte)) && fitsRare(sample, dialectOf(delimiter)),
  );
  if (other !== undefined) return dialectOf(other);
  return best ? dialectOf(best.delimiter) : null;
}

/** A number with a decimal comma, or with commas between thousands. */
const decimalComma = /^[+-]?(?:\d+|\d{1,3}(?:[. '’\u00a0\u202f]\d{3})+|\d{1,3}(?:,\d{3})+),\d+$/;

/**
 * Tells whether a text is one column of numbers below a head without a comma: `Price`, `1,5`,
 * `2,25`.
 */
function isDecimalColumn(sample: Buffer, dialect: Dialect): boolean {
  const records = readRecords(sample, dialect, sampleRecords);
  const [head = '', ...lines] = records.flatMap(({ fields }) => fields[0]?.trim() || []);
  const isHead = !head.includes(',') && kindOfText(head) === 'text';
  return isHead && lines.length > 1 && lines.every((line) => decimalComma.test(line));
}

/** Returns the notation of a text that is one column. */
export function singleColumn(bytes: Buffer): Dialect {
  const sample = cutSample(bytes);
  const quote = findQuote(sample);
  return { delimiter: 0, quote, hasBackslashes: usesBackslashes(sample, quote), start: 0 };
}

/** Cuts at a line's end, so that no field is cut. */
function cutSample(bytes: Buffer): Buffer {
  if (bytes.length <= sampleBytes) return bytes;
  const end = bytes.lastIndexOf(0x0a, sampleBytes);
  return bytes.subarray(0, end > 0 ? end : sampleBytes);
}

/**
 * Returns the sign around fields: an apostrophe only if fields begin and end with it, and none with
 * a quote.
 */
function findQuote(sample: Buffer): number {
  const text = sample.toString('latin1', 0, 64 * 1024);
  const count = (form: RegExp) => text.match(form)?.length ?? 0;
  const quoted = count(/(?:^|[\t;|,\n ])"/g);
  const apostrophes = count(/(?:^|[\t;|,\n])'(?:[^'\n]|'')*'(?=[\t;|,\r\n]|$)/g);
  return apostrophes > 1 && apostrophes > quoted ? singleQuote : quoteByte;
}

/**
 * Tells whether backslashes stand before quotes inside fields: behind such a quote no field ends.
 */
function usesBackslashes(sample: Buffer, quote: number): boolean {
  const text = sample.toString('latin1', 0, 64 * 1024);
  const sign = String.fromCharCode(quote);
  return new RegExp(`\\\\${sign}(?:[^\\t;|,\\r\\n${sign}]|${sign}(?:[\\t;|,\\r\\n]|$))`).test(text);
}

/**
 * Returns the most frequent number of fields, the share of records that have it, and how many do.
 */
function rate(
  sample: Buffer,
  dialect: Dialect,
): { fields: number; share: number; records: number; isFirstShorter: boolean } {
  const counts = new Map<number, number>();
  let records = 0;
  let isBlank = true;
  let first = 0;
  scanRecords(sample, dialect, {
    field(_, start, end) {
      if (end > start) isBlank = false;
    },
    record(fields) {
      if (!isBlank) {
        counts.set(fields, (counts.get(fields) ?? 0) + 1);
        if (records === 0) first = fields;
        records += 1;
      }
      isBlank = true;
      return records < sampleRecords;
    },
  });
  const several = [...counts]
    .filter(([fields]) => fields > 1)
    .sort((one, other) => other[1] - one[1])[0];
  const [fields = 1, count = 0] = several ?? [];
  return {
    fields,
    share: records === 0 ? 0 : count / records,
    records: count,
    isFirstShorter: first === fields - 1,
  };
}

function fitsRare(sample: Buffer, dialect: Dialect): boolean {
  const { share, fields, records, isFirstShorter } = rate(sample, dialect);
  // R writes no name above the row names, so its head is one field shorter.
  const without =
    isFirstShorter && dialect.delimiter === blankByte ? records / (records / share - 1) : share;
  if (
    without < rareDelimiters.share ||
    records < rareDelimiters.records ||
    fields < rareDelimiters.fields
  )
    return false;
  const cells = readRecords(sample, dialect, 100).flatMap((record) => record.fields);
  const values = cells.filter((cell) => cell !== '' && kindOfText(cell) !== 'text').length;
  return values >= cells.length * rareDelimiters.values;
}

/** Records from which the usual look of each column is known, and those that it takes at least. */
const [sampledRecords, fewestRecords] = [300, 3];
/**
 * Records with more fields too many or too few are left as they are; this also bounds the work for
 * each field.
 */
const maxDifference = 8;
/** Looks of a column that have at least this share are usual. */
const usualShare = 0.05;
/** Columns with more looks than this are free text. */
const maxLooks = 12;
const longestLook = 16;

interface Column {
  blankShare: number;
  looks: ReadonlySet<string>;
  isFree: boolean;
  hasNumbers: boolean;
}

/**
 * Aligns a record with one delimiter too many or few: `28/03/2018,,08:45` has a blank field that no
 * other has.
 */
export class RecordAligner {
  /** The number of fields of a regular record. */
  readonly width: number;
  readonly #columns: Column[];

  /** @param records fields of records; those with `width` fields are the regular ones */
  constructor(width: number, records: readonly (readonly string[])[]) {
    this.width = width;
    const regular = records.filter((fields) => fields.length === width).slice(0, sampledRecords);
    this.#columns =
      regular.length < fewestRecords
        ? []
        : Array.from({ length: width }, (_, at) =>
            describeColumn(regular.map((fields) => fields[at] ?? '')),
          );
  }

  /**
   * Returns the fields in their columns, null if they fit; `reread` splits a record of another
   * program.
   */
  align(fields: readonly string[], reread?: () => readonly (readonly string[])[]): string[] | null {
    const difference = fields.length - this.width;
    if (
      this.#columns.length === 0 ||
      difference === 0 ||
      fields.every((field) => field.trim() === '')
    )
      return null;
    const asItIs = this.#score(fields);
    const other = reread?.().find(
      (split) => split.length === this.width && this.#score(split) > asItIs + 1,
    );
    if (other) return [...other];
    if (difference > maxDifference || difference < -maxDifference) return null;
    const found = this.#fit(fields);
    if (found && found.score >= asItIs + 1) return found.fields;
    return difference > 0 && fields.slice(this.width).every((field) => field.trim() === '')
      ? fields.slice(0, this.width)
      : null;
  }

  #score(fields: readonly string[]): number {
    let score = 0;
    for (let at = 0; at < this.width; at += 1) score += this.#fits(fields[at] ?? '', at);
    const surplus = fields.slice(this.width).filter((field) => field.trim() !== '').length;
    return score - 2 * surplus;
  }

  /** Tells how well a text fits into a column, from -1 to 1. */
  #fits(field: string, at: number): number {
    const column = this.#columns[at];
    if (!column) return -1;
    const text = cleanText(field);
    if (text === '') return column.blankShare > 0.5 ? 1 : column.blankShare > 0 ? 0 : -1;
    if (column.blankShare > 0.95) return -1;
    if (column.looks.has(lookOf(text))) return 1;
    if (kindOfText(text) === 'number') return column.hasNumbers ? 1 : -1;
    return column.isFree ? 0.5 : -1;
  }

  /**
   * Finds the best way to leave out blank fields or to insert them; null if no way has room for all
   * words.
   */
  #fit(fields: readonly string[]): { score: number; fields: string[] } | null {
    const [rows, columns] = [fields.length + 1, this.width + 1];
    const band = Math.abs(fields.length - this.width) + 1;
    const scores = new Float64Array(rows * columns).fill(Number.NEGATIVE_INFINITY);
    const moves = new Uint8Array(rows * columns);
    scores[0] = 0;
    const better = (place: number, score: number, move: number) => {
      if (score <= (scores[place] ?? 0)) return;
      scores[place] = score;
      moves[place] = move;
    };
    for (let row = 0; row < rows; row += 1) {
      const field = fields[row] ?? '';
      const isBlank = field.trim() === '';
      for (
        let column = Math.max(0, row - band);
        column < Math.min(columns, row + band + 1);
        column += 1
      ) {
        const place = row * columns + column;
        const score = scores[place] ?? Number.NEGATIVE_INFINITY;
        if (score === Number.NEGATIVE_INFINITY) continue;
        if (row < rows - 1 && column < columns - 1)
          better(place + columns + 1, score + this.#fits(field, column), 1);
        if (row < rows - 1 && isBlank) better(place + columns, score - 0.1, 2);
        if (column < columns - 1) better(place + 1, score + this.#fits('', column) - 0.1, 3);
      }
    }
    const score = scores.at(-1) ?? Number.NEGATIVE_INFINITY;
    if (score === Number.NEGATIVE_INFINITY) return null;
    const aligned: string[] = [];
    let [row, column] = [rows - 1, columns - 1];
    while (row > 0 || column > 0) {
      const move = moves[row * columns + column];
      if (move === 1) aligned.push(fields[row - 1] ?? '');
      if (move === 3) aligned.push('');
      if (move !== 3) row -= 1;
      if (move !== 2) column -= 1;
    }
    return { score, fields: aligned.reverse() };
  }
}

function describeColumn(fields: readonly string[]): Column {
  const texts = fields.map(cleanText).filter((text) => text !== '');
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(lookOf(text), (counts.get(lookOf(text)) ?? 0) + 1);
  const usual = [...counts].filter(([, count]) => count >= Math.max(2, texts.length * usualShare));
  return {
    blankShare: 1 - texts.length / fields.length,
    looks: new Set(usual.map(([look]) => look)),
    isFree:
      counts.size > maxLooks ||
      texts.every((text) => kindOfText(text) === 'text' && /\s/.test(text)),
    hasNumbers: texts.filter((text) => kindOfText(text) === 'number').length * 2 > texts.length,
  };
}

/** Returns how a text looks: runs of letters, digits and blanks as one sign each. */
function lookOf(text: string): string {
  return text
    .slice(0, 40)
    .replace(/\p{L}+/gu, 'a')
    .replace(/\d+/g, '9')
    .replace(/\s+/g, ' ')
    .slice(0, longestLook);
}
