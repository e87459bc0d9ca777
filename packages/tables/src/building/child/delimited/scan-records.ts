const [quote, lineFeed, carriageReturn, blank] = [0x22, 0x0a, 0x0d, 0x20];

/** Takes the fields of a delimited text, one after the other. */
export interface FieldSink {
  /**
   * A field without the blanks around it and without its quotes.
   * @param hasQuotes true if two quotes in it stand for one
   */
  field(column: number, start: number, end: number, hasQuotes: boolean): void;
  /** The end of a record; false ends the scan. Blank lines are records with one blank field. */
  record(fields: number): boolean;
}

/** Scans UTF-8 text with this delimiter (a byte) from `start`. Fields may be in quotes, with line ends in them. */
export function scanRecords(bytes: Buffer, delimiter: number, start: number, sink: FieldSink): void {
  const length = bytes.length;
  let at = start;
  while (at < length) {
    let column = 0;
    for (;;) {
      at = scanField(bytes, delimiter, at, column, sink);
      column += 1;
      if (at >= length || bytes[at] !== delimiter) break;
      at += 1;
    }
    if (bytes[at] === carriageReturn) at += 1;
    if (bytes[at] === lineFeed) at += 1;
    if (!sink.record(column)) return;
  }
}

/** Scans one field and returns the place of the delimiter or line end behind it. */
function scanField(bytes: Buffer, delimiter: number, from: number, column: number, sink: FieldSink): number {
  const length = bytes.length;
  let start = from;
  while (start < length && bytes[start] === blank) start += 1;
  if (bytes[start] === quote) {
    let hasQuotes = false;
    let end = start + 1;
    for (; end < length; end += 1) {
      if (bytes[end] !== quote) continue;
      if (bytes[end + 1] !== quote) break;
      hasQuotes = true;
      end += 1;
    }
    let next = end + 1;
    while (next < length && bytes[next] === blank) next += 1;
    if (next >= length || isEnd(bytes[next] ?? 0, delimiter)) {
      sink.field(column, start + 1, Math.min(end, length), hasQuotes);
      return Math.min(next, length);
    }
  }
  let end = start;
  while (end < length && !isEnd(bytes[end] ?? 0, delimiter)) end += 1;
  const next = end;
  while (end > start && bytes[end - 1] === blank) end -= 1;
  sink.field(column, start, end, false);
  return next;
}

function isEnd(byte: number, delimiter: number): boolean {
  return byte === delimiter || byte === lineFeed || byte === carriageReturn;
}

/** Reads a field as text. */
export function fieldText(bytes: Buffer, start: number, end: number, hasQuotes: boolean): string {
  const text = bytes.toString('utf8', start, end);
  return hasQuotes ? text.replaceAll('""', '"') : text;
}
