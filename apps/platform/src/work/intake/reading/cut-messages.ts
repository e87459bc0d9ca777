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
  for (let at = 0; at < lines.length; ) {
    const opened = openMessage(lines, at);
    if (opened) messages.push({ head: opened.head, body: [], signature: [] });
    else messages.at(-1)?.body.push(lines[at] ?? '');
    at += opened?.length ?? 1;
  }
  return messages.map(trimMessage).filter(({ head, body }) => body.length > 0 || Object.keys(head).length > 0);
}

/** Reads what begins a message at a line: a head, a separator, or who wrote what is quoted below. */
function openMessage(lines: readonly string[], at: number): { head: Message['head']; length: number } | null {
  const line = lines[at] ?? '';
  if (isSeparator(line)) {
    const next = lines.findIndex((other, index) => index > at && other.trim() !== '');
    const after = next === -1 ? null : readHead(lines, next);
    return after ? { head: after.head, length: next - at + after.length } : { head: {}, length: 1 };
  }
  const wraps = !line.trim().endsWith(':') && (lines[at + 1] ?? '').trim().endsWith(':');
  const from = readAttribution(line) ?? (wraps ? readAttribution(`${line.trim()} ${lines[at + 1]?.trim()}`) : null);
  if (from !== null) return { head: { from }, length: wraps ? 2 : 1 };
  return readHead(lines, at);
}

/** Reads a head: two lines of one or more, or a subject alone. */
function readHead(lines: readonly string[], at: number): { head: Message['head']; length: number } | null {
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
  return isHead ? { head, length: end - at } : null;
}

function trimMessage({ head, body }: Message): Message {
  const lines = trimBlank(body);
  const greeted = isGreeting(lines[0] ?? '') ? trimBlank(lines.slice(1)) : lines;
  const closes = greeted.findIndex((line, index) => isClosing(line) && isSignature(greeted.slice(index + 1)));
  if (closes === -1) return { head, body: greeted, signature: [] };
  const below = greeted.slice(closes + 1);
  const postscript = below.findIndex(isPostscript);
  const signature = trimBlank(postscript === -1 ? below : below.slice(0, postscript));
  const kept = postscript === -1 ? [] : ['', ...below.slice(postscript)];
  return { head, body: trimBlank([...greeted.slice(0, closes), ...kept]), signature };
}

const isSignature = (below: readonly string[]) =>
  below.filter((line) => line.trim() !== '').length <= longestSignature && !below.some((line) => readItem(line));

function trimBlank(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return first === -1 ? [] : lines.slice(first, last + 1);
}
