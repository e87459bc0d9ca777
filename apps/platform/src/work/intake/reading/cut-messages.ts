import { readItem } from './find-items.ts';
import {
  type HeadPart,
  isClosing,
  isGreeting,
  isPostscript,
  isSeparator,
  readAttribution,
  readHeadLine,
} from './mail-patterns.ts';

/** One mail of a thread, or a text that is no mail. */
export interface Message {
  head: Partial<Record<HeadPart, string>>;
  /** Its words, without quote marks, greeting and closing. */
  body: string[];
  /** The lines below the closing. */
  signature: string[];
}

/** More lines below a closing are no signature. */
const longestSignature = 15;

/**
 * Cuts a pasted text into its mails, in their order. A text without heads is one message. No line is lost but heads,
 * separators, greetings, closings and signatures.
 */
export function cutMessages(text: string): Message[] {
  const lines = text.split('\n').map((line) => line.replace(/^(?:> ?)+/, '').trimEnd());
  const messages: Message[] = [{ head: {}, body: [], signature: [] }];
  const readHead = createHeadReader(lines);
  for (let at = 0; at < lines.length; ) {
    const opened = openMessage(lines, at, readHead);
    if (opened) messages.push({ head: opened.head, body: [], signature: [] });
    else messages.at(-1)?.body.push(lines[at] ?? '');
    at += opened?.length ?? 1;
  }
  return messages.map(trimMessage).filter(({ head, body }) => body.length > 0 || Object.keys(head).length > 0);
}

/** Reads what begins a message at a line: a head, a separator, or who wrote what is quoted below. */
function openMessage(lines: readonly string[], at: number, readHead: ReadHead): Head | null {
  const line = lines[at] ?? '';
  if (isSeparator(line)) {
    let next = at + 1;
    while (next < lines.length && lines[next]?.trim() === '') next += 1;
    const after = readHead(next);
    return after ? { head: after.head, length: next - at + after.length } : { head: {}, length: 1 };
  }
  const wraps = !line.trim().endsWith(':') && (lines[at + 1] ?? '').trim().endsWith(':');
  const from = readAttribution(line) ?? (wraps ? readAttribution(`${line.trim()} ${lines[at + 1]?.trim()}`) : null);
  if (from !== null) return { head: { from }, length: wraps ? 2 : 1 };
  return readHead(at);
}

/** A mail's head, and how many lines it takes. */
interface Head {
  head: Message['head'];
  length: number;
}

/** Reads the head that begins at a line: two lines of one or more, or a subject alone; null without one. */
type ReadHead = (at: number) => Head | null;

/** Returns the reader of heads. It reads each line of what is no head once, as no head begins inside of that. */
function createHeadReader(lines: readonly string[]): ReadHead {
  let noneUntil = 0;
  return (at) => {
    if (at < noneUntil) return null;
    const head: Message['head'] = {};
    let end = at;
    let count = 0;
    for (; end < lines.length; end += 1) {
      const line = lines[end] ?? '';
      const found = readHeadLine(line);
      if (found) {
        head[found.part] ??= found.value;
        count += 1;
      } else if (count === 0 || !/^\s+\S/.test(line)) break;
    }
    const isHead = count >= 2 ? 'from' in head || 'subject' in head : count === 1 && 'subject' in head;
    if (isHead) return { head, length: end - at };
    noneUntil = end;
    return null;
  };
}

function trimMessage({ head, body }: Message): Message {
  const lines = trimBlank(body);
  const greeted = isGreeting(lines[0] ?? '') ? trimBlank(lines.slice(1)) : lines;
  const from = findSignatureStart(greeted);
  const closes = greeted.findIndex((line, index) => index + 1 >= from && isClosing(line));
  if (closes === -1) return { head, body: greeted, signature: [] };
  const below = greeted.slice(closes + 1);
  const postscript = below.findIndex(isPostscript);
  const signature = trimBlank(postscript === -1 ? below : below.slice(0, postscript));
  const kept = postscript === -1 ? [] : ['', ...below.slice(postscript)];
  return { head, body: trimBlank([...greeted.slice(0, closes), ...kept]), signature };
}

/** Returns the first line from which all that follows is short enough for a signature and has no item. */
function findSignatureStart(lines: readonly string[]): number {
  let left = longestSignature;
  return (
    lines.findLastIndex((line) => {
      if (line.trim() !== '') left -= 1;
      return left < 0 || readItem(line) !== null;
    }) + 1
  );
}

function trimBlank(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return first === -1 ? [] : lines.slice(first, last + 1);
}
