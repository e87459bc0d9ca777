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
 * Cuts pasted text into its mails, in order and without heads, separators, greetings and
 * signatures.
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
  return messages
    .map(trimMessage)
    .filter(({ head, body }) => body.length > 0 || Object.keys(head).length > 0);
}

/**
 * Reads what begins a message at a line: a head, a separator, or who wrote what is quoted below.
 */
function openMessage(lines: readonly string[], at: number, readHead: ReadHead): Head | null {
  const line = lines[at] ?? '';
  if (isSeparator(line)) {
    let next = at + 1;
    while (next < lines.length && lines[next]?.trim() === '') next += 1;
    const after = readHead(next);
    return after ? { head: after.head, length: next - at + after.length } : { head: {}, length: 1 };
  }
  const wraps = !line.trim().endsWith(':') && (lines[at + 1] ?? '').trim().endsWith(':');
  const from =
    readAttribution(line) ??
    (wraps ? readAttribution(`${line.trim()} ${lines[at + 1]?.trim()}`) : null);
  if (from !== null) return { head: { from }, length: wraps ? 2 : 1 };
  return readHead(at);
}

interface Head {
  head: Message['head'];
  length: number;
}

/**
 * Reads the head that begins at a line: two lines of one or more, or a subject alone; null without
 * one.
 */
type ReadHead = (at: number) => Head | null;

/**
 * Returns the reader of heads. It reads each line of what is no head once, as no head begins inside
 * of that.
 */
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
        if (found.part === 'files')
          head.files = [head.files, found.value].filter(Boolean).join('; ');
        else head[found.part] ??= found.value;
        count += 1;
      } else if (count === 0 || !/^\s+\S/.test(line)) break;
    }
    const isHead =
      count >= 2 ? 'from' in head || 'subject' in head : count === 1 && 'subject' in head;
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

/**
 * Returns the first line from which all that follows is short enough for a signature and has no
 * item.
 */
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

/** The parts of a mail's head that a pasted mail shows, by their names in mail programs. */
const headNames = {
  from: ['from', 'von', 'de', 'da', '差出人'],
  to: ['to', 'an', 'cc', 'kopie', 'bcc', 'à', 'para', 'a', '宛先'],
  date: [
    'date',
    'datum',
    'sent',
    'gesendet',
    'envoyé',
    'fecha',
    'enviado',
    'data',
    'inviato',
    '日時',
    '送信日時',
  ],
  subject: ['subject', 'betreff', 'objet', 'asunto', 'oggetto', '件名'],
  files: [
    'attachment',
    'attachments',
    'anlage',
    'anlagen',
    'anhang',
    'anhänge',
    'pièce jointe',
    'pièces jointes',
    'adjunto',
    'adjuntos',
    'datos adjuntos',
    'archivos adjuntos',
    'allegato',
    'allegati',
    '添付ファイル',
    '添付',
  ],
} as const;
type HeadPart = keyof typeof headNames;

const partOf = new Map(
  Object.entries(headNames).flatMap(([part, names]) =>
    names.map((name) => [name as string, part as HeadPart]),
  ),
);

/** Longer lines are sentences, whatever they begin with. */
const longestHead = 500;

/** Reads a line of a mail's head, `*From:* Anna` included; null for any other line. */
function readHeadLine(line: string): { part: HeadPart; value: string } | null {
  if (line.length > longestHead) return null;
  const [, name = '', value = ''] =
    /^\s{0,3}\*{0,2}(\p{L}[\p{L} ]{0,17}?) ?[:：]\*{0,2}[ \t]*(.*)$/u.exec(line) ?? [];
  const part = partOf.get(name.toLowerCase());
  return part ? { part, value: value.trim() } : null;
}

const separator =
  /^(?:-{2,} ?)?(?:forwarded message|original message|ursprüngliche nachricht|weitergeleitete nachricht|original-nachricht|begin forwarded message|anfang der weitergeleiteten (?:nachricht|e-mail)|message (?:d'origine|transféré)|mensaje (?:original|reenviado)|messaggio (?:originale|inoltrato)|転送されたメッセージ|元のメッセージ)(?: ?-{2,}|:)$/i;

/** Tells whether a line only separates a mail from the one that it quotes or forwards. */
const isSeparator = (line: string) =>
  line.length < 100 && (separator.test(line.trim()) || /^_{10,}$/.test(line));

/**
 * Returns the sender that a line such as `On 3 May 2027, Anna Berg <a@b.de> wrote:` names; null for
 * any other line.
 */
function readAttribution(line: string): string | null {
  if (line.length > longestHead) return null;
  const [, english] = /^(?:on|le) .{5,200}[,>] ?(.{2,200}) wrote:$/i.exec(line.trim()) ?? [];
  const [, german] = /^am .{5,200} schrieb (.{2,200}):$/i.exec(line.trim()) ?? [];
  const [, romance] =
    /^(?:le|el|il) .{5,200}[,>]? (.{2,200}) (?:a écrit|escribió|ha scritto)\s?:$/i.exec(
      line.trim(),
    ) ?? [];
  return english ?? german ?? romance ?? null;
}

const greeting =
  /^(?:dear|hi|hello|hey|good (?:morning|afternoon|evening|day)|hallo|guten (?:tag|morgen|abend)|sehr geehrte[rs]?|liebe[rs]?|werte[rs]?|moin|servus|grüezi|grüß gott|bonjour|bonsoir|(?:cher|chère)s?|madame|monsieur|mesdames|messieurs|estimad[oa]s?|hola|buen[oa]s (?:días|tardes|noches)|querid[oa]s?|gentil[ei]|egregi[oa]|buongiorno|salve|ciao)(?![\p{L}\p{N}])[^.?!]{0,80}[,!:]?$/iu;
/** The addressee of a Japanese mail. */
const japaneseGreeting = /^[\p{L}\p{N}・\s]{1,40}(?:様|殿|御中)[、。]?$/u;

/** Tells whether a line is a greeting and nothing else. */
const isGreeting = (line: string) =>
  line.length <= 100 && (greeting.test(line.trim()) || japaneseGreeting.test(line.trim()));

const wishes = [
  '(?:(?:many )?thanks (?:and|in advance,?) )?(?:(?:with )?(?:kind|best|warm|kindest) (?:regards|wishes)|regards)',
  'best|cheers|sincerely|(?:yours )?(?:sincerely|faithfully|truly)(?: yours)?|(?:many )?thanks(?: in advance)?|thank you(?: very much| in advance)?',
  '(?:vielen dank(?: im voraus)? und )?(?:mit )?(?:freundliche[nm]?|beste[nm]?|herzliche[nm]?|viele[nm]?|liebe[nm]?|schöne[nm]?) gr(?:ü|ue)(?:ß|ss)(?:en?)?(?: aus .{2,40})?',
  'mfg|vg|lg|vielen dank(?: im voraus)?|danke(?: im voraus)?|freundlichst|hochachtungsvoll',
  "(?:(?:très|bien) )?cordialement|(?:mes |nos )?(?:meilleures|sincères|cordiales) salutations|salutations (?:distinguées|cordiales)|(?:bien )?à vous|merci (?:beaucoup|d[’']avance)",
  '(?:un )?(?:cordial(?:es)? |atentos? )?saludos?(?: cordial(?:es)?)?|(?:muy )?atentamente|cordialmente|(?:muchas )?gracias(?: de antemano)?',
  '(?:un )?(?:cordiali |distinti |cordiale )?salut[oi]|(?:molte )?grazie(?: in anticipo)?',
  '敬具|以上|草々|(?:どうぞ)?(?:よろしく|宜しく)(?:お願い|御願い)(?:いた|致|申し上げ)?(?:し)?ます',
];
const closing = new RegExp(`^(?:${wishes.join('|')})[,.!。、]?$`, 'i');

/** Tells whether a line closes a mail or begins its signature. */
const isClosing = (line: string) =>
  line.length <= 100 && (line === '-- ' || line === '--' || closing.test(line.trim()));

/** Tells whether a line begins a postscript, which belongs to the mail's words. */
const isPostscript = (line: string) => /^p\. ?s\.|^ps:/i.test(line.trim());

/**
 * Returns the words of a line that begins an item, such as `2) Which price?`; null for any other
 * line.
 */
export function readItem(line: string): string | null {
  const [, text = ''] =
    /^\s{0,12}(?:[-*•◦▪·–—・]|\(?(?:\d{1,2}|[a-zA-Z]|[ivx]{1,4})[.)])[ \t]+(?:\[[ xX]\] )?(\S.*)$/.exec(
      line,
    ) ?? [];
  return text === '' ? null : text.trim();
}
