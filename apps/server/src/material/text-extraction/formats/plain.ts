import type { FormatReading, SourceFile } from '../extraction.ts';
import { type ReadText, readText, splitByHeadings } from '../text/decode-text.ts';

/** More bytes than any limit on text allows, whatever the characters are. */
const readSizeBytes = 24 * 1024 * 1024;

/** Reads .txt, .csv, .json, .yaml and .yml without changes. */
export async function readPlain(file: SourceFile): Promise<FormatReading> {
  const { text, remark } = await readPlainText(file);
  return {
    sections: [{ location: null, text }],
    note: null,
    remarks: remark === null ? [] : [remark],
  };
}

/** Reads .md, a section for each heading. */
export async function readMarkdown(file: SourceFile): Promise<FormatReading> {
  const { text, remark } = await readPlainText(file);
  return {
    sections: splitByHeadings(text.replace(/\r\n?/g, '\n')),
    note: null,
    remarks: remark === null ? [] : [remark],
  };
}

/** Decodes the beginning of a text file. */
export function readPlainText(file: SourceFile): Promise<ReadText> {
  return readText(readBeginning(file));
}

/** Returns the first 24 MB of a file. */
export function readBeginning({ bytes }: SourceFile): Buffer {
  return bytes.subarray(0, readSizeBytes);
}
