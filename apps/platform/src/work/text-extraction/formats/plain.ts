import { open } from 'node:fs/promises';
import { decodeText } from '../text/decode-text.ts';
import type { FormatReading, SourceFile } from '../text/extraction.ts';
import { splitByHeadings } from '../text/split-by-headings.ts';

/** More bytes than any limit on text allows, whatever the characters are. */
const readSizeBytes = 24 * 1024 * 1024;

/** Reads .txt, .csv, .json, .yaml and .yml without changes. */
export async function readPlain(file: SourceFile): Promise<FormatReading> {
  return { sections: [{ location: null, text: await readText(file) }], note: null };
}

/** Reads .md, a section for each heading. */
export async function readMarkdown(file: SourceFile): Promise<FormatReading> {
  const text = await readText(file);
  return { sections: splitByHeadings(text.replace(/\r\n?/g, '\n')), note: null };
}

/** Reads and decodes the beginning of a text file. */
export async function readText(file: SourceFile): Promise<string> {
  return decodeText(await readBeginning(file));
}

/** Reads the first 24 MB of a file. */
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
