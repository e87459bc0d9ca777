import { type DecodedText, declaredCharset, decodeText } from '@ecp/language/decode-text';
import { type ExtractedSection, ExtractionFailure } from '../extraction.ts';

export interface ReadText {
  text: string;
  /** A sentence for users; null if there is nothing to say. */
  remark: string | null;
}

/**
 * Decodes bytes; `declared` is the charset that they name. Throws ExtractionFailure for bytes that
 * are no text.
 */
export async function readText(
  bytes: Uint8Array,
  declared: string | null = null,
): Promise<ReadText> {
  const decoded = await decodeText(bytes, declared);
  if (decoded.certainty === 'unreadable')
    throw new ExtractionFailure(
      'failed',
      'Its character encoding is unknown; its text could not be read.',
    );
  return { text: decoded.text, remark: describeEncoding(decoded) };
}

function describeEncoding({ name, certainty, badCharacters: bad }: DecodedText): string | null {
  const sentences = [
    certainty === 'likely' ? `Its encoding is not declared; it was read as ${name}.` : null,
    certainty === 'doubtful' ? `Its encoding is in doubt; it was read as ${name}.` : null,
    bad === 1 ? 'One character could not be read and stands as \ufffd.' : null,
    bad > 1
      ? `${bad.toLocaleString('en-US')} characters could not be read and stand as \ufffd.`
      : null,
  ];
  return sentences.filter((sentence) => sentence !== null).join(' ') || null;
}

/**
 * Decodes a page that may declare its charset; `charset` is the header's. Throws ExtractionFailure
 * for no text.
 */
export async function readHtml(
  bytes: Uint8Array,
  charset: string | null = null,
): Promise<ReadText> {
  return readText(bytes, charset ?? declaredCharset(bytes));
}

/**
 * Returns true for bytes that are no text, as far as their beginning and the absence of a charset
 * tell.
 */
export function isBinary(bytes: Uint8Array, declared: string | null): boolean {
  const [first, second] = bytes;
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return declared === null && !isMarked && bytes.subarray(0, 1_024).includes(0);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes them
const unwanted = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ufeff]/g;

const blanks = new Set([...' \t\u00a0'].map((blank) => blank.charCodeAt(0)));

/** Removes control characters, lone surrogates, trailing blanks and runs of empty lines. */
export function cleanText(text: string): string {
  const lines = text
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
    .replace(unwanted, '')
    .split('\n');
  const joined = lines.map(dropTrailingBlanks).join('\n');
  return joined
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .toWellFormed();
}

/** Avoids a regular expression, which takes hours or overflows the stack on megabytes of blanks. */
function dropTrailingBlanks(line: string): string {
  let end = line.length;
  while (end > 0 && blanks.has(line.charCodeAt(end - 1))) end -= 1;
  return line.slice(0, end);
}

const heading = /^#{1,6}[ \t]+(.*\S)[ \t]*$/;
const fence = /^ {0,3}(```|~~~)/;

/** Splits markdown at its headings. Each section starts with its heading and has it as location. */
export function splitByHeadings(markdown: string): ExtractedSection[] {
  const sections: { location: string | null; lines: string[] }[] = [{ location: null, lines: [] }];
  let openFence: string | undefined;
  for (const line of markdown.split('\n')) {
    const mark = fence.exec(line)?.[1];
    if (openFence === undefined) openFence = mark;
    else if (mark === openFence) openFence = undefined;
    const title = openFence === undefined ? heading.exec(line)?.[1] : undefined;
    if (title !== undefined)
      sections.push({ location: `section ${title.slice(0, 200)}`, lines: [] });
    sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ location, lines }) => ({ location, text: lines.join('\n') }));
}
