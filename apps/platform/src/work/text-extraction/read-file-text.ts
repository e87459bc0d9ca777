import { cleanText } from './text/decode-text.ts';
import {
  type Extraction,
  ExtractionFailure,
  type ReadFormat,
  type Section,
  type SourceFile,
} from './text/extraction.ts';

/** Loads the reader of each allowed extension (ATT-12) when it is first needed. */
const readers: Record<string, () => Promise<ReadFormat>> = {
  '.pdf': async () => (await import('./formats/pdf.ts')).readPdf,
  '.docx': async () => (await import('./formats/office.ts')).readOffice('docx'),
  '.pptx': async () => (await import('./formats/office.ts')).readOffice('pptx'),
  '.odt': async () => (await import('./formats/office.ts')).readOffice('odt'),
  '.ods': async () => (await import('./formats/office.ts')).readOffice('ods'),
  '.odp': async () => (await import('./formats/office.ts')).readOffice('odp'),
  '.rtf': async () => (await import('./formats/office.ts')).readOffice('rtf'),
  '.xlsx': async () => (await import('./formats/spreadsheet.ts')).readSpreadsheet,
  '.xls': async () => (await import('./formats/spreadsheet.ts')).readSpreadsheet,
  '.doc': async () => (await import('./formats/word-binary.ts')).readWordBinary,
  '.ppt': async () => (await import('./formats/powerpoint-binary.ts')).readPowerPointBinary,
  '.csv': loadPlain,
  '.txt': loadPlain,
  '.json': loadPlain,
  '.yaml': loadPlain,
  '.yml': loadPlain,
  '.md': async () => (await import('./formats/plain.ts')).readMarkdown,
  '.html': loadWebPage,
  '.htm': loadWebPage,
  '.png': loadImage,
  '.jpg': loadImage,
  '.jpeg': loadImage,
  '.svg': async () => (await import('./formats/image.ts')).readSvg,
  '.zip': async () => (await import('./formats/archive.ts')).readArchive,
};

async function loadPlain(): Promise<ReadFormat> {
  return (await import('./formats/plain.ts')).readPlain;
}

async function loadWebPage(): Promise<ReadFormat> {
  return (await import('./formats/web-page.ts')).readWebPage;
}

async function loadImage(): Promise<ReadFormat> {
  return (await import('./formats/image.ts')).readImage;
}

/** Beyond this a file is not read at all: most readers need it whole in memory. */
const maxFileSizeBytes = 150 * 1024 * 1024;

/**
 * Reads a file's text to at most `maxTextLength` characters. Never throws: what went wrong is the state and note. Only
 * ever called in a child process, which a hostile file may hang or exhaust.
 */
export async function readFileText(file: SourceFile, maxTextLength: number): Promise<Extraction> {
  if (file.sizeBytes > maxFileSizeBytes) return without('too_large', 'The file is too large for its text to be read.');
  if (file.sizeBytes === 0) return without('empty', 'The file is empty.');
  const extension = file.extension.toLowerCase();
  try {
    const read = await readers[extension]?.();
    if (!read) return without('unreadable', `Text is not read from ${extension} files.`);
    return await collect(file, read, maxTextLength);
  } catch (error) {
    if (error instanceof ExtractionFailure) return without(error.state, error.message);
    return without('unreadable', `The file is damaged or not a real ${extension} file; its text could not be read.`);
  }
}

function without(state: Extraction['state'], note: string): Extraction {
  return { state, note, sections: [], truncated: false };
}

async function collect(file: SourceFile, read: ReadFormat, maxTextLength: number): Promise<Extraction> {
  const reading = await read(file);
  const result: Extraction = { state: 'extracted', note: reading.note, sections: [], truncated: false };
  let room = maxTextLength;
  for await (const { location, text } of reading.sections) {
    const clean = cleanText(text);
    if (clean === '') continue;
    const taken = clean.slice(0, room).toWellFormed();
    room -= taken.length;
    if (taken !== '') result.sections.push({ location: location === null ? null : cleanText(location), text: taken });
    result.truncated = taken.length < clean.length;
    if (result.truncated) break;
  }
  if (result.truncated) result.note = join(result.note, `Only the first ${maxTextLength} characters were read.`);
  else if (reading.truncated)
    Object.assign(result, { truncated: true, note: join(result.note, 'Only its beginning was read.') });
  if (result.sections.length > 0) return { ...result, note: result.note ?? countWords(result.sections) };
  return { ...result, state: 'empty', note: join(reading.note, 'It holds no text.') };
}

/** What can be said of any text, where its format has nothing better to tell. */
function countWords(sections: readonly Section[]): string {
  let words = 0;
  for (const { text } of sections) for (const _ of text.matchAll(/[\p{L}\p{N}]+/gu)) words += 1;
  return words === 1 ? 'Text, 1 word.' : `Text, ${words.toLocaleString('en-US')} words.`;
}

function join(note: string | null, sentence: string): string {
  return note === null ? sentence : `${note} ${sentence}`;
}
