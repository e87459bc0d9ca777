import { fieldText, scanRecords } from './scan-records.ts';

/** The notation of a delimited text. */
export interface Dialect {
  /** The byte between fields. */
  delimiter: number;
  /** The byte offset of the first record. */
  start: number;
}

/** If two delimiters fit equally well, the earlier one wins, because numbers contain commas too. */
const candidates = ['\t', ';', '|', ','].map((sign) => sign.charCodeAt(0));
const sampleBytes = 256 * 1024;
const sampleRecords = 500;
/** Share of records with the same number of fields from which a text is a table. */
const minShare = 0.6;

/** Finds the delimiter of a text; null if it has none, so that it is prose or a single column. */
export function findDialect(bytes: Buffer): Dialect | null {
  const declared = /^sep=(.)\r?\n/i.exec(bytes.toString('latin1', 0, 10));
  if (declared) return { delimiter: (declared[1] ?? '').charCodeAt(0), start: declared[0].length };
  const sample = bytes.subarray(0, sampleBytes);
  const ranked = candidates
    .map((delimiter) => ({ delimiter, ...rate(sample, delimiter) }))
    .filter(({ share, fields }) => fields > 1 && share >= minShare)
    .sort((one, other) => Math.round((other.share - one.share) * 10) || 0);
  const [best] = ranked;
  return best ? { delimiter: best.delimiter, start: 0 } : null;
}

/** Returns the most frequent number of fields, and the share of records that have it. */
function rate(sample: Buffer, delimiter: number): { fields: number; share: number } {
  const counts = new Map<number, number>();
  let records = 0;
  let isBlank = true;
  scanRecords(sample, delimiter, 0, {
    field(_, start, end) {
      if (end > start) isBlank = false;
    },
    record(fields) {
      if (!isBlank) {
        counts.set(fields, (counts.get(fields) ?? 0) + 1);
        records += 1;
      }
      isBlank = true;
      return records < sampleRecords;
    },
  });
  const [fields = 1, count = 0] = [...counts].sort((one, other) => other[1] - one[1])[0] ?? [];
  return { fields, share: records === 0 ? 0 : count / records };
}

/** Reads the first records of a text as lists of fields. */
export function readRecords(bytes: Buffer, { delimiter, start }: Dialect, maxRecords: number): string[][] {
  const records: string[][] = [];
  let fields: string[] = [];
  scanRecords(bytes, delimiter, start, {
    field(_, from, to, hasQuotes) {
      fields.push(fieldText(bytes, from, to, hasQuotes));
    },
    record() {
      records.push(fields);
      fields = [];
      return records.length < maxRecords;
    },
  });
  return records;
}
