import { open } from 'node:fs/promises';
import { decodeText } from '../text/decode-text.ts';
import type { FormatReading, SourceFile } from '../text/extraction.ts';
import { splitByHeadings } from '../text/split-by-headings.ts';

/** More than any limit on text lets through, whatever the characters are. */
const readSizeBytes = 24 * 1024 * 1024;

/** Reads .txt, .csv, .json, .yaml and .yml as they are. */
export async function readPlain(file: SourceFile): Promise<FormatReading> {
  return { sections: [{ location: null, text: await readText(file) }], note: null };
}

/** Reads .md, a section for each heading. */
export async function readMarkdown(file: SourceFile): Promise<FormatReading> {
  const text = await readText(file);
  return { sections: splitByHeadings(text.replace(/\r\n?/g, '\n')), note: null };
}

/** The beginning of a text file, decoded. */
export async function readText(file: SourceFile): Promise<string> {
  return decodeText(await readBeginning(file));
}

/** The beginning of a file: all of it up to 24 MB. */
export async function readBeginning(file: SourceFile): Promise<Buffer> {
  const handle = await open(file.path);
  try {
    const buffer = Buffer.alloc(Math.min(file.sizeBytes, readSizeBytes));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
