/** The parts of a mail's head that a pasted mail shows, by the names of English and German programs. */
const headNames = {
  from: ['from', 'von'],
  to: ['to', 'an', 'cc', 'kopie', 'bcc'],
  date: ['date', 'datum', 'sent', 'gesendet'],
  subject: ['subject', 'betreff'],
} as const;
export type HeadPart = keyof typeof headNames;

const partOf = new Map(
  Object.entries(headNames).flatMap(([part, names]) => names.map((name) => [name as string, part as HeadPart])),
);

/** Longer lines are sentences, whatever they begin with. */
const longestHead = 500;

/** Reads a line of a mail's head, `*From:* Anna` included; null for any other line. */
export function readHeadLine(line: string): { part: HeadPart; value: string } | null {
  if (line.length > longestHead) return null;
  const [, name = '', value = ''] = /^\s{0,3}\*{0,2}([a-z]{2,8}) ?:\*{0,2}[ \t]*(.*)$/i.exec(line) ?? [];
  const part = partOf.get(name.toLowerCase());
  return part ? { part, value: value.trim() } : null;
}

const separator =
  /^(?:-{2,} ?)?(?:forwarded message|original message|ursprüngliche nachricht|weitergeleitete nachricht|original-nachricht|begin forwarded message|anfang der weitergeleiteten (?:nachricht|e-mail))(?: ?-{2,}|:)$/i;

/** Tells whether a line only separates a mail from the one that it quotes or forwards. */
export const isSeparator = (line: string) =>
  line.length < 100 && (separator.test(line.trim()) || /^_{10,}$/.test(line));

/** Returns the sender that a line such as `On 3 May 2027, Anna Berg <a@b.de> wrote:` names; null for any other line. */
export function readAttribution(line: string): string | null {
  if (line.length > longestHead) return null;
  const [, english] = /^(?:on|le) .{5,200}[,>] ?(.{2,200}) wrote:$/i.exec(line.trim()) ?? [];
  const [, german] = /^am .{5,200} schrieb (.{2,200}):$/i.exec(line.trim()) ?? [];
  return english ?? german ?? null;
}

const greeting =
  /^(?:dear|hi|hello|hey|good (?:morning|afternoon|evening|day)|hallo|guten (?:tag|morgen|abend)|sehr geehrte[rs]?|liebe[rs]?|werte[rs]?|moin|servus|grüezi|grüß gott)(?![\p{L}\p{N}])[^.?!]{0,80}[,!:]?$/iu;

/** Tells whether a line is a greeting and nothing else. */
export const isGreeting = (line: string) => line.length <= 100 && greeting.test(line.trim());

const wishes = [
  '(?:(?:many )?thanks (?:and|in advance,?) )?(?:(?:with )?(?:kind|best|warm|kindest) (?:regards|wishes)|regards)',
  'best|cheers|sincerely|(?:yours )?(?:sincerely|faithfully|truly)(?: yours)?|(?:many )?thanks(?: in advance)?|thank you(?: very much| in advance)?',
  '(?:vielen dank(?: im voraus)? und )?(?:mit )?(?:freundliche[nm]?|beste[nm]?|herzliche[nm]?|viele[nm]?|liebe[nm]?|schöne[nm]?) gr(?:ü|ue)(?:ß|ss)(?:en?)?(?: aus .{2,40})?',
  'mfg|vg|lg|vielen dank(?: im voraus)?|danke(?: im voraus)?|freundlichst|hochachtungsvoll',
];
const closing = new RegExp(`^(?:${wishes.join('|')})[,.!]?$`, 'i');

/** Tells whether a line closes a mail or begins its signature. */
export const isClosing = (line: string) =>
  line.length <= 100 && (line === '-- ' || line === '--' || closing.test(line.trim()));

/** Tells whether a line begins a postscript, which belongs to the mail's words. */
export const isPostscript = (line: string) => /^p\. ?s\.|^ps:/i.test(line.trim());
