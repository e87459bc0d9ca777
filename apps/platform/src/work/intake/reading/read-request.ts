import type { RequestDraft } from '@ecp/contract/work/engagements';
import { engagementLimits } from '@ecp/contract/work/engagements';
import type { TextReader } from '../../../kernel/text-work.ts';
import { cutMessages, type Message } from './cut-messages.ts';
import { findClient } from './find-client.ts';
import { findDueDate } from './find-due-date.ts';
import { readItem } from './find-items.ts';
import { countWithout, cutAtWord, findTasks } from './find-tasks.ts';

/** A first line that is longer is no title. */
const longestTitle = 120;
/** Mail programs and lists put these marks before a subject. */
const marks = /^(?:(?:re|aw|fw|fwd|wg|antw|sv|tr)(?:\[\d+\])?:|\[[^\]]{0,40}\])\s*/i;

/**
 * Reads a request, a mail or a thread of mails into the draft of an engagement, by rules alone: every word of the draft
 * stands in the text, and what no rule finds stays empty (INT-1, INT-2). Never throws; takes time in proportion to the
 * length of the text. `today` is YYYY-MM-DD: a day that is over is no due date.
 */
export function readRequest(text: string, today: string): RequestDraft {
  const messages = cutMessages(cleanText(text));
  const sizes = messages.map(({ body }) => body.reduce((size, line) => size + line.length, 0));
  const largest = sizes.reduce((best, size, index) => (size > (sizes[best] ?? 0) ? index : best), 0);
  const main = (sizes[largest] && messages[largest]) || { head: {}, body: [], signature: [] };
  const whole = messages
    .map(({ body }) => joinLines(body))
    .filter((body) => body !== '')
    .join('\n\n---\n\n');
  const brief = cutAtWord(whole, engagementLimits.brief);
  const lines = brief.split('\n');
  return {
    name: cutAtWord(findName(messages, main), engagementLimits.name),
    client: findClient(messages, main),
    brief,
    tasks: findTasks(lines).map((task, index) => ({ id: `task-${index + 1}`, ...task })),
    dueDate: findDueDate(lines, today),
    truncated: brief.length < whole.length,
  };
}

/** Reads requests; a long one in a child. */
export const requestReader: TextReader<{ text: string; today: string }, RequestDraft> = {
  name: 'request',
  shortWeight: 40_000,
  read: ({ text, today }) => readRequest(text, today),
};

/** Makes line ends and blanks uniform, and removes characters that nobody sees or that cannot be stored. */
function cleanText(text: string): string {
  return text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/[\u00a0\u202f\t]/g, ' ')
    .replace(/[^\P{Cc}\n]|[\u200b\u2060\ufeff]/gu, '')
    .toWellFormed();
}

const joinLines = (lines: readonly string[]) =>
  lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** Returns the subject of the main mail or of another one, else the title with which the text begins, else nothing. */
function findName(messages: readonly Message[], main: Message): string {
  const subject = [main, ...messages].map(({ head }) => stripMarks(head.subject ?? '')).find((found) => found !== '');
  return subject ?? findTitle(main.body);
}

function stripMarks(subject: string): string {
  let stripped = subject.slice(0, 500);
  while (marks.test(stripped)) stripped = stripped.replace(marks, '');
  return stripped.trim();
}

function findTitle([first = '', second]: readonly string[]): string {
  const [, heading] = /^#{1,3} +(\S.*)$/.exec(first) ?? [];
  if (heading) return heading.slice(0, countWithout(heading, ' #*'));
  const title = first.replace(/\*\*/g, '').trim();
  const isTitle =
    title.length <= longestTitle && /^[\p{Lu}\d]/u.test(title) && !/[.!?:;,]$/.test(title) && readItem(first) === null;
  return isTitle && second !== undefined && second.trim() === '' ? title : '';
}
