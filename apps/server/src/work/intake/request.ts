import { engagementLimits, type RequestDraft } from '@ecp/contract/work/engagements';
import { readDates } from '@ecp/language/dates';
import { findLanguage } from '@ecp/language/detect-language';
import type { TextReader } from '../../kernel/text-work.ts';
import { cutMessages, type Message, readItem } from './messages.ts';
import { countWithout, cutAtWord, findTasks } from './tasks.ts';

/** Limits the length of a name of a client. */
const longestClientName = 200;
/** The client is named near the beginning, or not in a way that a rule recognises. */
const clientLines = 200;
const longestClientLine = 1_000;
/** Domains that lines are compared with. */
const mostDomains = 20;

const nameWord = "[\\p{Lu}\\d][\\p{L}\\p{N}&'’.-]{0,40}";
const linking =
  '(?:&|und|and|of|for|der|die|für|im|am|de|du|la|del|des|les|los|las|el|et|y|e|di|della|dei)';
const proper = `${nameWord}(?: (?:${linking} ){0,2}${nameWord}){0,6}`;
const legal =
  'GmbH(?: ?& ?Co\\.? ?KG(?:aA)?)?|gGmbH|AG|SE|KG|OHG|e\\. ?V\\.|eG|Ltd\\.?|Limited|LLP|LLC|Inc\\.?|PLC|plc|Corp\\.?|S\\.A\\.|SARL|S\\.p\\.A\\.|S\\.r\\.l\\.|B\\.V\\.|N\\.V\\.|ApS|A/S|AB|Oy|AS|SAS|S\\.A\\.S\\.|SNC|S\\.L\\.(?:U\\.)?|SA';

const labelled =
  /^[-*\s]{0,4}(?:client|customer|company|kunde|kundin|auftraggeber(?:in)?|mandant|firma|unternehmen)\*{0,2}:\*{0,2}[ \t]*(\S.{0,200})$/i;
const withForm = new RegExp(
  `(?<![\\p{L}\\p{N}])(${nameWord}(?: (?:${linking} ){0,2}${nameWord}){0,6}?,? (?:${legal}))(?![\\p{L}\\p{N}])`,
  'u',
);
/** A company of Japan, whose form stands before or behind its name. */
const inJapanese =
  /(?:株式会社|有限会社|合同会社|一般社団法人|学校法人)[\p{L}\p{N}・ー＆&-]{1,30}|[\p{L}\p{N}・ー＆&-]{1,30}(?:株式会社|有限会社|合同会社)/u;
const introduced = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:[Ww]e are|[Oo]n behalf of|[Ii]m Auftrag (?:der|des|von)|[Ww]ir,? (?:sind )?(?:die|der|das)) (?:the )?(${proper})`,
  'u',
);
/** Providers whose domains say nothing of a company. */
const privateMail =
  /^(?:gmail|googlemail|outlook|hotmail|live|yahoo|icloud|me|gmx|web|t-online|aol|proton|protonmail|posteo|mailbox|example)$/;

/**
 * Finds the client's name by label, signature, domain or introduction; empty if no rule finds one.
 */
function findClient(messages: readonly Message[], main: Message): string {
  const signature = main.signature.filter(isShort);
  const body = messages
    .flatMap(({ body: lines }) => lines)
    .filter(isShort)
    .slice(0, clientLines);
  const domains = domainsOf([main.head.from ?? '', ...signature]);
  const found =
    firstFound([...signature, ...body], (line) => labelled.exec(line)?.[1]) ??
    firstFound(signature, findCompany) ??
    firstFound(signature, (line) => (isOf(line, domains) ? line : undefined)) ??
    firstFound(body, findCompany) ??
    firstFound(body, (line) => introduced.exec(line)?.[1]) ??
    firstFound(body, (line) =>
      line.match(new RegExp(proper, 'gu'))?.find((name) => isOf(name, domains)),
    );
  return trimMarks(found ?? '').slice(0, longestClientName);
}

/** Finds a name with the form of a company. */
const findCompany = (line: string) => withForm.exec(line)?.[1] ?? inJapanese.exec(line)?.[0];

/** Removes what surrounds a name in a line. The dot of a legal form stays. */
function trimMarks(name: string): string {
  const bare = name.replace(/^[\s|,;*]+|[\s|,;*]+$/g, '');
  return endsWithForm.test(bare) ? bare : bare.replace(/[.\s]+$/, '');
}

const endsWithForm = new RegExp(`(?:${legal})$`);
const isShort = (line: string) => line.length <= longestClientLine;

function firstFound(
  lines: readonly string[],
  read: (line: string) => string | undefined,
): string | undefined {
  for (const line of lines) {
    const found = read(line);
    if (found) return found;
  }
  return undefined;
}

/** Returns the names in the domains of addresses, without those of private mail. */
function domainsOf(lines: readonly string[]): string[] {
  const found = lines.flatMap((line) => [
    ...line.matchAll(/(?:@|www\.)([a-z\d-]{2,60})\.[a-z.]{2,20}/gi),
  ]);
  const names = new Set(
    found.map(([, name = '']) => name.toLowerCase()).filter((name) => !privateMail.test(name)),
  );
  return [...names].slice(0, mostDomains);
}

/**
 * Tells whether a line is a company's name as its domain has it: `Nordhavn Utilities` of
 * `nordhavn`.
 */
function isOf(line: string, domains: readonly string[]): boolean {
  if (line.length > 80 || /[@\d]|www\.|https?:/i.test(line)) return false;
  const folded = line.toLowerCase().replace(/[^\p{L}]/gu, '');
  return domains.some((domain) => {
    const name = domain.replaceAll('-', '');
    return (
      name.length > 2 && (folded.startsWith(name) || (folded.length > 3 && name.startsWith(folded)))
    );
  });
}

/** Words near a date that make it the day on which the work is due. */
const deadline =
  /(?<![\p{L}])(?:by|until|before|no later than|deadline|due|decides? on|decision on|bis(?: zum| spätestens)?|spätestens|frist|abgabe|fällig|termin|entscheidet am)(?![\p{L}])/iu;
/** How far before a date its words may stand, in characters. */
const reach = 60;
const longestDateLine = 2_000;
const dateLines = 500;

/**
 * Finds the day by which a text asks for the work, YYYY-MM-DD: the first whole date from `today`
 * on; else null.
 */
function findDueDate(lines: readonly string[], today: string): string | null {
  const language = findLanguage(lines.slice(0, dateLines).join('\n').slice(0, 20_000));
  for (const line of lines.slice(0, dateLines)) {
    if (line.length > longestDateLine) continue;
    for (const { start, year, months, day } of readDates(line, language)) {
      if (year === null || months === null || day === null) continue;
      const date = toDay(year, months[0], day);
      const before = line.slice(Math.max(0, start - reach), start);
      if (date !== null && date >= today && deadline.test(before)) return date;
    }
  }
  return null;
}

/** Returns a day in the form YYYY-MM-DD; null for one that is not in the calendar. */
function toDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? date.toISOString().slice(0, 10)
    : null;
}

/** A first line that is longer is no title. */
const longestTitle = 120;
/** Mail programs and lists put these marks before a subject. */
const subjectMarks = /^(?:(?:re|aw|fw|fwd|wg|antw|sv|tr)(?:\[\d+\])?:|\[[^\]]{0,40}\])\s*/i;

/**
 * Drafts an engagement from a mail or thread by rules: every word stands in the text, and the rest
 * stays empty. Never throws; linear in time. `today` is YYYY-MM-DD: an earlier day is no due date.
 */
export function readRequest(text: string, today: string): RequestDraft {
  const messages = cutMessages(cleanText(text));
  const sizes = messages.map(({ body }) => body.reduce((size, line) => size + line.length, 0));
  const largest = sizes.reduce(
    (best, size, index) => (size > (sizes[best] ?? 0) ? index : best),
    0,
  );
  const main = (sizes[largest] && messages[largest]) || { head: {}, body: [], signature: [] };
  const whole = messages
    .map(({ body }) => joinLines(body))
    .filter((body) => body !== '')
    .join('\n\n---\n\n');
  const brief = cutAtWord(whole, engagementLimits.brief);
  const lines = brief.split('\n');
  const name = findName(messages, main);
  return {
    name: cutAtWord(name, engagementLimits.name),
    client: findClient(messages, main),
    brief,
    tasks: findTasks(name, lines).map((task, index) => ({ id: `task-${index + 1}`, ...task })),
    dueDate: findDueDate(lines, today),
    truncated: brief.length < whole.length,
    attachedFiles: listFiles(messages),
  };
}

/** Limits the names of attached files, and the length of one. */
const mostFiles = 100;
const longestFilename = 200;

/**
 * Lists the files that the heads of mails name as attached. Mail programs part them by semicolons
 * or commas.
 */
function listFiles(messages: readonly Message[]): string[] {
  const names = messages.flatMap(({ head }) => (head.files ?? '').split(/;|(?<=\.\w{2,5}),(?= )/u));
  const distinct = new Set(names.map((name) => name.trim().slice(0, longestFilename)));
  distinct.delete('');
  return [...distinct].slice(0, mostFiles);
}

/** Reads requests; a long one in a child. */
export const requestReader: TextReader<{ text: string; today: string }, RequestDraft> = {
  name: 'request',
  shortWeight: 40_000,
  read: ({ text, today }) => readRequest(text, today),
};

/**
 * Makes line ends and blanks uniform, and removes characters that nobody sees or that cannot be
 * stored.
 */
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

/**
 * Returns the subject of the main mail or of another one, else the title with which the text
 * begins, else nothing.
 */
function findName(messages: readonly Message[], main: Message): string {
  const subject = [main, ...messages]
    .map(({ head }) => stripMarks(head.subject ?? ''))
    .find((found) => found !== '');
  return subject ?? findTitle(main.body);
}

function stripMarks(subject: string): string {
  let stripped = subject.slice(0, 500);
  while (subjectMarks.test(stripped)) stripped = stripped.replace(subjectMarks, '');
  return stripped.trim();
}

function findTitle([first = '', second]: readonly string[]): string {
  const [, heading] = /^#{1,3} +(\S.*)$/.exec(first) ?? [];
  if (heading) return heading.slice(0, countWithout(heading, ' #*'));
  const title = first.replace(/\*\*/g, '').trim();
  const isTitle =
    title.length <= longestTitle &&
    /^[\p{Lu}\d]/u.test(title) &&
    !/[.!?:;,]$/.test(title) &&
    readItem(first) === null;
  return isTitle && second !== undefined && second.trim() === '' ? title : '';
}
