import {
  type ExtractedSection,
  type Extraction,
  ExtractionFailure,
  type ReadFormat,
  type SourceFile,
} from './extraction.ts';
import type { ReadingLimits } from './extraction-jobs.ts';
import { cleanText } from './text/decode-text.ts';

/** Loads the reader of each allowed extension, and of mails that are read once, on first use. */
const readers: Record<string, () => Promise<ReadFormat>> = {
  '.pdf': async () => (await import('./formats/pdf.ts')).readPdf,
  '.docx': async () => (await import('./formats/word.ts')).readWord,
  '.pptx': async () => (await import('./formats/powerpoint.ts')).readPowerPoint,
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
  '.eml': async () => (await import('./formats/mail.ts')).readMail,
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

/**
 * The number of passages that the index holds of a file. Each page, sheet or slide is at least one
 * passage.
 */
const maxSections = 5_000;

/**
 * Reads text within the limits and 5,000 pages; state and note tell of failures. Call it in a child
 * process only.
 */
export async function readFileText(file: SourceFile, limits: ReadingLimits): Promise<Extraction> {
  if (file.bytes.length === 0) return withoutText('empty', 'The file is empty.');
  const extension = file.extension.toLowerCase();
  try {
    const read = await readers[extension]?.();
    if (!read) return withoutText('failed', `Text is not read from ${extension} files.`);
    return await collect(file, read, limits);
  } catch (error) {
    if (error instanceof ExtractionFailure) return withoutText(error.state, error.message);
    return withoutText(
      'failed',
      `The file is damaged or not a real ${extension} file; its text could not be read.`,
    );
  }
}

function withoutText(state: Extraction['state'], note: string | null): Extraction {
  return { state, note, sections: [], truncated: false, hasTextlessParts: false };
}

async function collect(
  file: SourceFile,
  read: ReadFormat,
  limits: ReadingLimits,
): Promise<Extraction> {
  const isOver = openBudget(limits);
  const reading = await read(file);
  const result = withoutText('extracted', reading.note);
  let room = limits.textLength;
  let count = 0;
  let last: string | null = null;
  for await (const { location, text } of reading.sections) {
    if (count >= maxSections || isOver()) {
      cut(
        result,
        last === null
          ? 'Only its beginning was read.'
          : `Only its beginning was read, up to ${last}.`,
      );
      break;
    }
    count += 1;
    last = location === null ? null : cleanText(location);
    const clean = cleanText(text);
    if (clean === '') {
      result.hasTextlessParts = true;
      continue;
    }
    const taken = clean.slice(0, room).toWellFormed();
    room -= taken.length;
    if (taken !== '') result.sections.push({ location: last, text: taken });
    if (taken.length < clean.length) {
      cut(result, `Only the first ${limits.textLength} characters were read.`);
      break;
    }
  }
  if (reading.truncated && !result.truncated) cut(result, 'Only its beginning was read.');
  const remarks = (reading.remarks ?? []).join(' ');
  if (result.sections.length === 0)
    return {
      ...result,
      state: 'empty',
      note: join(result.note, `It holds no text. ${remarks}`.trim()),
    };
  const note = result.note ?? countWords(result.sections);
  return { ...result, note: remarks === '' ? note : join(note, remarks) };
}

function cut(result: Extraction, sentence: string): void {
  result.truncated = true;
  result.note = join(result.note, sentence);
}

/**
 * Returns a function that tells whether the elapsed time or the processor time for a file is used
 * up.
 */
function openBudget({ timeMs, cpuMs }: ReadingLimits): () => boolean {
  const startMs = performance.now();
  const startCpu = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(startCpu);
    return performance.now() - startMs > timeMs || (user + system) / 1_000 > cpuMs;
  };
}

/** Writes the note for text whose format has no better one. */
function countWords(sections: readonly ExtractedSection[]): string {
  let words = 0;
  for (const { text } of sections) for (const _ of text.matchAll(/[\p{L}\p{N}]+/gu)) words += 1;
  return words === 1 ? 'Text, 1 word.' : `Text, ${words.toLocaleString('en-US')} words.`;
}

function join(note: string | null, sentence: string): string {
  return note === null ? sentence : `${note} ${sentence}`;
}
