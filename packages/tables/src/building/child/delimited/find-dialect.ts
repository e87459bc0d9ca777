import { kindOfText } from '../cells/column-survey.ts';
import { type Dialect, readRecords, scanRecords } from './scan-records.ts';

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
const [doubleQuote, singleQuote, blank] = [codeOf('"'), codeOf("'"), codeOf(' ')];

/**
 * Finds the notation of a text. Null if it has no delimiter, so that it is prose or a single column.
 * @param isTable true if the file's name says that it is a table, so that titles and notes may outnumber its rows
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
    .filter(({ share, fields, records }) => fields > 1 && (share >= minShare || (isTable && records > 1)))
    .sort((one, other) => Math.round((other.share - one.share) * 10) || 0);
  const [best] = ranked;
  if (best && best.share >= minShare) return dialectOf(best.delimiter);
  // R writes words in quotes and blanks between fields, also in files named .txt.
  const isQuoted = sample[0] === quote;
  const other = rare.find(
    (delimiter) => (isTable || (isQuoted && delimiter === blank)) && fitsRare(sample, dialectOf(delimiter)),
  );
  if (other !== undefined) return dialectOf(other);
  return best ? dialectOf(best.delimiter) : null;
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

/** Returns the sign around fields: an apostrophe only if fields begin and end with it, and none with a quote. */
function findQuote(sample: Buffer): number {
  const text = sample.toString('latin1', 0, 64 * 1024);
  const count = (form: RegExp) => text.match(form)?.length ?? 0;
  const quoted = count(/(?:^|[\t;|,\n ])"/g);
  const apostrophes = count(/(?:^|[\t;|,\n])'(?:[^'\n]|'')*'(?=[\t;|,\r\n]|$)/g);
  return apostrophes > 1 && apostrophes > quoted ? singleQuote : doubleQuote;
}

/** Tells whether backslashes stand before quotes inside fields: behind such a quote no field ends. */
function usesBackslashes(sample: Buffer, quote: number): boolean {
  const text = sample.toString('latin1', 0, 64 * 1024);
  const sign = String.fromCharCode(quote);
  return new RegExp(`\\\\${sign}(?:[^\\t;|,\\r\\n${sign}]|${sign}(?:[\\t;|,\\r\\n]|$))`).test(text);
}

/** Returns the most frequent number of fields, the share of records that have it, and how many do. */
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
  const several = [...counts].filter(([fields]) => fields > 1).sort((one, other) => other[1] - one[1])[0];
  const [fields = 1, count = 0] = several ?? [];
  return { fields, share: records === 0 ? 0 : count / records, records: count, isFirstShorter: first === fields - 1 };
}

function fitsRare(sample: Buffer, dialect: Dialect): boolean {
  const { share, fields, records, isFirstShorter } = rate(sample, dialect);
  // R writes no name above the row names, so its head is one field shorter.
  const without = isFirstShorter && dialect.delimiter === blank ? records / (records / share - 1) : share;
  if (without < rareDelimiters.share || records < rareDelimiters.records || fields < rareDelimiters.fields)
    return false;
  const cells = readRecords(sample, dialect, 100).flatMap((record) => record.fields);
  const values = cells.filter((cell) => cell !== '' && kindOfText(cell) !== 'text').length;
  return values >= cells.length * rareDelimiters.values;
}
