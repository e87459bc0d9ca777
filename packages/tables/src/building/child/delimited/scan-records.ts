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
export interface FieldSink {
  /**
   * A field without the blanks around it and without its quotes.
   * @param hasQuotes true if it was in quotes and a quote or backslash in it may stand for another sign
   */
  field(column: number, start: number, end: number, hasQuotes: boolean): void;
  /**
   * The end of a record, which stands from `start` to `end`; false ends the scan. Blank lines are records with one
   * blank field.
   */
  record(fields: number, start: number, end: number, line: number): boolean;
}

/**
 * Scans UTF-8 text. Fields may be in quotes, with line ends in them. A quote that nothing closes is part of the text:
 * before the next quote that ends a field, another one begins a field. Linear in the length of the text.
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

/** Reads a field as text. */
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

/** A record of a delimited text. */
export interface TextRecord {
  /** Its first line in the file, from 1. */
  line: number;
  fields: string[];
  /** Where it stands in the bytes. */
  start: number;
  end: number;
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
      records.push({ line, fields, start, end });
      fields = [];
      return records.length < maxRecords;
    },
  });
  return records;
}
