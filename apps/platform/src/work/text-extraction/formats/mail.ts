import { decodeText } from '@ecp/language/decode-text';
import { ExtractionFailure, type FormatReading, type SourceFile } from '../extraction.ts';
import { type ReadText, readHtml, readText } from '../text/decode-text.ts';
import { htmlToText } from '../text/html-to-text.ts';
import { readBeginning } from './plain.ts';

/** Limits the nested parts and parts in all; a mail of a person has a few. */
const maxDepth = 8;
const maxParts = 100;
/** The lines of the head that say who asks for what. */
const shownHeads = ['from', 'to', 'date', 'subject'];

interface Part {
  head: Map<string, string>;
  /** One character for each byte. */
  body: string;
}

interface MailText {
  type: string;
  bytes: Buffer;
  charset: string | null;
}

/** Reads .eml (RFC 5322): the lines of its head that people read, and its text, without attached files. */
export async function readMail(file: SourceFile): Promise<FormatReading> {
  const mail = cutHead(readBeginning(file).toString('latin1'));
  if (!shownHeads.some((name) => mail.head.has(name))) throw new ExtractionFailure('unreadable', 'It is not a mail.');
  const texts = findTexts(mail, { depth: 0, parts: 0 });
  const plain = texts.find(({ type }) => type === 'text/plain') ?? texts[0];
  const head: string[] = [];
  for (const name of shownHeads) {
    const value = mail.head.get(name);
    if (value !== undefined) head.push(`${name[0]?.toUpperCase()}${name.slice(1)}: ${await decodeWords(value)}`);
  }
  const { text, remark } = await readBody(plain);
  return {
    sections: [{ location: null, text: `${head.join('\n')}\n\n${text}` }],
    note: null,
    remarks: remark === null ? [] : [remark],
  };
}

async function readBody(body: MailText | undefined): Promise<ReadText> {
  if (!body) return { text: '', remark: null };
  if (body.type !== 'text/html') return readText(body.bytes, body.charset);
  const { text: html, remark } = await readHtml(body.bytes, body.charset);
  return { text: htmlToText({ html }).text, remark };
}

/** Separates the head from the body. A name counts once, the first time. */
function cutHead(source: string): Part {
  const { index: end = source.length, 0: gap = '' } = /\r?\n\r?\n/.exec(source) ?? {};
  const head = new Map<string, string>();
  for (const line of source
    .slice(0, end)
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    if (colon > 0 && !head.has(name)) head.set(name, line.slice(colon + 1).trim());
  }
  return { head, body: source.slice(end + gap.length) };
}

/** Finds the texts of a mail, those of nested parts included, in their order. */
function findTexts(part: Part, count: { depth: number; parts: number }): MailText[] {
  const given = part.head.get('content-type') ?? 'text/plain';
  const type = given.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  count.parts += 1;
  if (count.parts > maxParts || count.depth > maxDepth) return [];
  if (type.startsWith('multipart/')) {
    const boundary = parameter(given, 'boundary');
    if (boundary === null) return [];
    const pieces = `\n${part.body}`.split(`\n--${boundary}`).slice(1, maxParts);
    count.depth += 1;
    const texts = pieces
      .filter((piece) => !piece.startsWith('--'))
      .flatMap((piece) => findTexts(cutHead(piece.replace(/^[^\n]*\n/, '')), count));
    count.depth -= 1;
    return texts;
  }
  const isAttached = /^attachment\b/i.test(part.head.get('content-disposition') ?? '');
  if (isAttached || (type !== 'text/plain' && type !== 'text/html')) return [];
  const bytes = decodeTransfer(part.body, part.head.get('content-transfer-encoding') ?? '');
  return [{ type, bytes, charset: parameter(given, 'charset') }];
}

function parameter(value: string, name: string): string | null {
  const [, quoted, bare] = new RegExp(`;\\s*${name}=(?:"([^"]{1,200})"|([^;\\s]{1,200}))`, 'i').exec(value) ?? [];
  return quoted ?? bare ?? null;
}

function decodeTransfer(body: string, encoding: string): Buffer {
  const name = encoding.trim().toLowerCase();
  if (name === 'base64') return Buffer.from(body, 'base64');
  return name === 'quoted-printable' ? decodeQuoted(body.replace(/=[ \t]*\r?\n/g, '')) : Buffer.from(body, 'latin1');
}

const decodeQuoted = (text: string) =>
  Buffer.from(
    text.replace(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  );

/** Decodes bytes by the name of a character set; one that is unknown or wrong counts as UTF-8. */
function decode(bytes: Uint8Array, charset: string | null): string {
  try {
    return new TextDecoder(charset ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** Decodes the encoded words of a head, such as `=?utf-8?Q?Gr=C3=BC=C3=9Fe?=` (RFC 2047). */
async function decodeWords(value: string): Promise<string> {
  const joined = value.replace(/\?=\s+=\?/g, '?==?');
  const decoded = joined.replace(
    /=\?([\w-]{1,40})\?([bq])\?([^?]{0,2000})\?=/gi,
    (_, charset: string, encoding: string, text: string) =>
      decode(
        encoding.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : decodeQuoted(text.replaceAll('_', ' ')),
        charset,
      ),
  );
  return decoded === joined ? (await decodeText(Buffer.from(value, 'latin1'))).text : decoded;
}
