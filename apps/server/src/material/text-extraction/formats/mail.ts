import { decodeText } from '@ecp/language/decode-text';
import { ExtractionFailure, type FormatReading, type SourceFile } from '../extraction.ts';
import { cleanText, type ReadText, readHtml, readText } from '../text/decode-text.ts';
import { mailToText } from '../text/html-to-text.ts';
import { readBeginning } from './plain.ts';

/** Limits the nested parts and parts in all; a mail of a person has a few. */
const maxDepth = 8;
const maxParts = 100;
const tooManyParts = 'Some of its parts were not read, because it has too many.';
/** The lines of the head that say who asks for what. */
const shownHeads = ['from', 'to', 'date', 'subject'];

interface Part {
  head: Map<string, string>;
  /** One character for each byte. */
  body: string;
}

/** How deep a part is nested, and how many parts of the mail were read before it. */
interface Count {
  depth: number;
  parts: number;
}

/**
 * Reads .eml (RFC 5322): the lines of its head that people read, its text, and the names of
 * attached files.
 */
export async function readMail(file: SourceFile): Promise<FormatReading> {
  const source = readBeginning(file)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  const mail = cutHead(source);
  if (!shownHeads.some((name) => mail.head.has(name)))
    throw new ExtractionFailure('failed', 'It is not a mail.');
  const remarks = new Set<string>();
  const messages = await readMessage(mail, { depth: 0, parts: 0 }, remarks);
  if (messages.every(({ body }) => body.trim() === ''))
    throw new ExtractionFailure('empty', ['The mail has no text.', ...remarks].join(' '));
  const text = messages.map(({ head, body }) => `${head}\n\n${body}`).join('\n\n');
  return { sections: [{ location: null, text }], note: null, remarks: [...remarks] };
}

interface MailMessage {
  /** The lines of its head that people read. */
  head: string;
  body: string;
}

/** Reads a mail and the mails attached to it, in their order. */
async function readMessage(mail: Part, count: Count, remarks: Set<string>): Promise<MailMessage[]> {
  const head: string[] = [];
  for (const name of shownHeads) {
    const value = mail.head.get(name);
    if (value !== undefined)
      head.push(`${name[0]?.toUpperCase()}${name.slice(1)}: ${await decodeWords(value)}`);
  }
  const attached: Attached = { mails: [], files: [] };
  const bodies = await readBodies(mail, count, remarks, attached);
  // Mail programs print the names of attached files in the head, too.
  for (const part of attached.files) head.push(`Attachment: ${await nameOf(part)}`);
  if (attached.files.length > 0) remarks.add('Attached files were not read.');
  const messages = [
    { head: head.join('\n'), body: bodies.filter((body) => body !== '').join('\n\n') },
  ];
  for (const part of attached.mails) messages.push(...(await readMessage(part, count, remarks)));
  return messages;
}

/** The parts of a mail that are no words of its own. */
interface Attached {
  mails: Part[];
  /** Files, none of which is read. */
  files: Part[];
}

const longestName = 200;

/** Returns the name of an attached file on one line; its type for one without a name. */
async function nameOf({ head }: Part): Promise<string> {
  const type = head.get('content-type') ?? '';
  const name =
    readParameters(head.get('content-disposition') ?? '').get('filename') ??
    readParameters(type).get('name') ??
    '';
  const shown = cleanText(await decodeWords(name))
    .replace(/[\s;]+/gu, ' ')
    .trim();
  return (
    shown.slice(0, longestName).toWellFormed() ||
    type.split(/[;\s]/, 1)[0] ||
    'application/octet-stream'
  );
}

/**
 * Reads the texts of a part in their order, one for each set of alternatives, and adds what else it
 * has to `attached`.
 */
async function readBodies(
  part: Part,
  count: Count,
  remarks: Set<string>,
  attached: Attached,
): Promise<string[]> {
  const field = part.head.get('content-type') ?? '';
  const type = field.split(/[;\s]/, 1)[0]?.toLowerCase() || 'text/plain';
  count.parts += 1;
  if (count.parts > maxParts || count.depth > maxDepth) {
    remarks.add(tooManyParts);
    return [];
  }
  if (isMail(type, part)) {
    count.depth += 1;
    attached.mails.push(cutHead(decodeTransfer(part).toString('latin1').trimStart()));
    return [];
  }
  if (type.startsWith('multipart/')) return readParts(part, type, count, remarks, attached);
  const isAttached = /^attachment\b/i.test(part.head.get('content-disposition') ?? '');
  if (isAttached || !/^text\/(?:plain|html|(?:x-)?markdown)$/.test(type)) {
    if (!/^application\/(?:pgp|(?:x-)?pkcs7)-signature$/.test(type)) attached.files.push(part);
    return [];
  }
  const { text, remark } = await readBody(part, type, readParameters(field));
  if (remark !== null) remarks.add(remark);
  return [cleanText(text)];
}

/**
 * Tells whether a part is a mail, as programs forward one, whatever encoding and type they give to
 * it.
 */
function isMail(type: string, { head }: Part): boolean {
  if (/^message\/(?:rfc822|global|news)$/.test(type)) return true;
  const names = `${head.get('content-type') ?? ''};${head.get('content-disposition') ?? ''}`;
  return type === 'application/octet-stream' && /name\*?=[^;]{0,200}\.eml\b/i.test(names);
}

async function readParts(
  part: Part,
  type: string,
  count: Count,
  remarks: Set<string>,
  attached: Attached,
): Promise<string[]> {
  const boundary = readParameters(part.head.get('content-type') ?? '').get('boundary');
  const [, ...all] = boundary === undefined ? [] : `\n${part.body}`.split(`\n--${boundary}`);
  const pieces = all.slice(0, maxParts);
  if (all.length === 0) remarks.add('Some of its parts could not be told apart and were not read.');
  if (all.length > pieces.length) remarks.add(tooManyParts);
  const isEnd = (piece: string) => piece.startsWith('--');
  const parts = pieces
    .filter((piece) => !isEnd(piece))
    .map((piece) => cutHead(piece.replace(/^[^\n]*\n/, '')));
  count.depth += 1;
  const texts: string[][] = [];
  for (const child of parts) {
    if (type === 'multipart/digest' && !child.head.has('content-type'))
      child.head.set('content-type', 'message/rfc822');
    texts.push(await readBodies(child, count, remarks, attached));
  }
  count.depth -= 1;
  if (type !== 'multipart/alternative') return texts.flat();
  return chooseAlternative(
    texts.map((bodies, at) => ({ bodies, isPlain: isPlainText(parts[at] as Part) })),
  );
}

const isPlainText = ({ head }: Part) =>
  /^text\/plain\b/i.test(head.get('content-type') ?? 'text/plain');

interface Alternative {
  bodies: string[];
  isPlain: boolean;
}

/**
 * A form with less than this part of the letters, or of the words, of the other one is not the same
 * text.
 */
const leastShared = 0.5;
/**
 * Letters of the longest hint that a mail has another form, and words of which each hint in any
 * language has one.
 */
const longestHint = 400;
const hintTerms = ['html', 'mime', 'multipart', 'browser'];

/**
 * Chooses the plain form of a text, unless it is blank, cut, or only says that there is another
 * form. Where each form has many words of its own, both are chosen.
 */
function chooseAlternative(alternatives: readonly Alternative[]): string[] {
  const forms = alternatives.map(({ bodies, isPlain }) => {
    const terms = readTerms(bodies);
    return { bodies, isPlain, terms, size: sizeOf(terms) };
  });
  const plain = forms.find(({ isPlain }) => isPlain);
  const others = forms.filter((form) => form !== plain);
  const largest = others.length === 0 ? undefined : others.reduce(largerForm);
  if (plain === undefined) return largest?.bodies ?? [];
  if (largest === undefined || shareOf(largest.terms, plain.terms) >= leastShared)
    return plain.bodies;
  const isHint = plain.size <= longestHint && hintTerms.some((term) => plain.terms.has(term));
  const isShorter = plain.size <= largest.size * leastShared;
  if (isHint || isShorter || shareOf(plain.terms, largest.terms) >= leastShared)
    return largest.bodies;
  if (largest.size <= plain.size * leastShared) return plain.bodies;
  return [...plain.bodies, ...largest.bodies];
}

const unspacedScripts = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー`;
const unspaced = new RegExp(`[${unspacedScripts}]`, 'v');
const termPattern = new RegExp(
  String.raw`[${unspacedScripts}]+|[[\p{L}\p{N}\p{M}]--[${unspacedScripts}]]+`,
  'gv',
);

/** Reads the words of a text, and pairs of letters of a script without spaces. */
function readTerms(bodies: readonly string[]): Set<string> {
  const terms = new Set<string>();
  for (const [word] of bodies.join('\n').toLowerCase().matchAll(termPattern)) {
    if (!unspaced.test(word)) terms.add(word);
    else for (let at = 0; at < word.length; at += 1) terms.add(word.slice(at, at + 2));
  }
  return terms;
}

function largerForm<Form extends { size: number }>(form: Form, rival: Form): Form {
  return rival.size > form.size ? rival : form;
}

/** Returns the part of the letters of `terms` that is in `rivals` as well; 1 without terms. */
function shareOf(terms: ReadonlySet<string>, rivals: ReadonlySet<string>): number {
  const size = sizeOf(terms);
  return size === 0 ? 1 : sizeOf(terms.intersection(rivals)) / size;
}

function sizeOf(terms: ReadonlySet<string>): number {
  let size = 0;
  for (const { length } of terms) size += length;
  return size;
}

async function readBody(
  part: Part,
  type: string,
  parameters: ReadonlyMap<string, string>,
): Promise<ReadText> {
  const bytes = decodeTransfer(part);
  const charset = parameters.get('charset') ?? null;
  // Programs without MIME send pages, too.
  const isPage =
    type === 'text/html' || /^\s*<(?:!doctype html|html)\b/i.test(bytes.toString('latin1', 0, 500));
  if (isPage) {
    const { text: html, remark } = await readHtml(bytes, charset);
    return { text: mailToText(html), remark };
  }
  const { text, remark } = await readText(bytes, charset);
  const isFlowed = parameters.get('format')?.toLowerCase() === 'flowed';
  return {
    text: isFlowed ? joinFlowed(text, parameters.get('delsp')?.toLowerCase() === 'yes') : text,
    remark,
  };
}

/**
 * Joins the lines of `format=flowed` (RFC 3676): one that ends with a space goes on in the next of
 * its depth.
 */
function joinFlowed(text: string, deletesSpace: boolean): string {
  const lines: { depth: number; words: string; isOpen: boolean }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [marks = ''] = /^>*/.exec(line) ?? [];
    // A space is put before lines that begin with a sign of their own.
    const words = line.slice(marks.length).replace(/^ /, '');
    const isOpen = words.endsWith(' ') && words !== '-- ';
    const last = lines.at(-1);
    const shown = isOpen && deletesSpace ? words.slice(0, -1) : words;
    if (last?.isOpen && last.depth === marks.length && words !== '-- ') {
      last.words += shown;
      last.isOpen = isOpen;
    } else lines.push({ depth: marks.length, words: shown, isOpen });
  }
  return lines
    .map(({ depth, words }) => (depth === 0 ? words : `${'>'.repeat(depth)} ${words}`))
    .join('\n');
}

/** Separates the head from the body. A name counts once, the first time. */
function cutHead(source: string): Part {
  // A part may have no head at all.
  const { index: end = source.length, 0: gap = '' } = /^\r?\n|\r?\n[ \t]*\r?\n/.exec(source) ?? {};
  const head = new Map<string, string>();
  for (const line of source
    .slice(0, end)
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trimEnd().toLowerCase();
    if (colon > 0 && !head.has(name)) head.set(name, line.slice(colon + 1).trim());
  }
  return { head, body: source.slice(end + gap.length) };
}

/**
 * Reads the parameters of a field of the head, those that RFC 2231 cuts into pieces (`name*0=`)
 * included.
 */
function readParameters(field: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const [, key = '', quoted, bare = ''] of field
    .slice(0, 4_000)
    .matchAll(/;\s*([\w-]{1,40}(?:\*\d{0,2})?\*?)\s*=\s*(?:"([^"]{0,400})"|([^;\s]{0,400}))/g)) {
    const name = key.replace(/\*.*$/, '').toLowerCase();
    const value = quoted ?? bare;
    const isEncoded = key.endsWith('*');
    const isFollowing = /\*[1-9]\d?\*?$/.test(key);
    const plain = isEncoded ? unescapeBytes(value.replace(/^[\w-]*'[\w-]*'/, '')) : value;
    if (isFollowing) parameters.set(name, (parameters.get(name) ?? '') + plain);
    else if (!parameters.has(name)) parameters.set(name, plain);
  }
  return parameters;
}

/** Reads the bytes that `%C3%A9` stands for, one character for each. */
const unescapeBytes = (text: string) =>
  text.replace(/%([\da-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

function decodeTransfer({ head, body }: Part): Buffer {
  const name = (head.get('content-transfer-encoding') ?? '').trim().toLowerCase();
  if (name.startsWith('base64')) return Buffer.from(body, 'base64');
  if (!name.startsWith('quoted-printable')) return Buffer.from(body, 'latin1');
  const lines = body.split('\n').map(trimPadding);
  return decodeQuoted(lines.join('\n').replace(/=\r?(?:\n|$)/g, ''));
}

/** Removes blanks that a line got on its way: its own last blank is written as `=20`. */
function trimPadding(line: string): string {
  const isEnded = line.endsWith('\r');
  const words = isEnded ? line.slice(0, -1) : line;
  return words.trimEnd() + (isEnded ? '\r' : '');
}

const decodeQuoted = (text: string) =>
  Buffer.from(
    text.replace(/=([\da-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    ),
    'latin1',
  );

/** Decodes bytes by the name of a character set; one that is unknown or wrong is guessed. */
async function decode(bytes: Uint8Array, charset: string): Promise<string> {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return (await decodeText(bytes, charset)).text;
  }
}

/**
 * Decodes the encoded words of a head, such as `=?utf-8?Q?Gr=C3=BC=C3=9Fe?=` (RFC 2047). Neighbours
 * of one character set are decoded together, because programs cut characters at their border.
 */
async function decodeWords(value: string): Promise<string> {
  const { text: line } = await decodeText(Buffer.from(value, 'latin1'));
  let decoded = '';
  let end = 0;
  let charset = '';
  let pending: Buffer[] = [];
  const flush = async () => {
    if (pending.length > 0) decoded += await decode(Buffer.concat(pending), charset);
    pending = [];
  };
  for (const found of line.matchAll(
    /=\?([\w.:-]{1,40})(?:\*[\w-]{0,20})?\?([bq])\?([^?]{0,2000})\?=/gi,
  )) {
    const [whole, name = '', encoding = '', words = ''] = found;
    const between = line.slice(end, found.index);
    const follows = pending.length > 0 && between.trim() === '';
    if (!follows || name.toLowerCase() !== charset) await flush();
    if (!follows) decoded += between;
    charset = name.toLowerCase();
    pending.push(
      encoding.toLowerCase() === 'b'
        ? Buffer.from(words, 'base64')
        : decodeQuoted(words.replaceAll('_', ' ')),
    );
    end = found.index + whole.length;
  }
  await flush();
  return decoded + line.slice(end);
}
