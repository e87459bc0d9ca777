import type { Message } from './cut-messages.ts';

/** Longest name of a client. */
const longestName = 200;
/** The client is named near the beginning, or not in a way that a rule recognises. */
const linesToRead = 200;
const longestLine = 1_000;
/** Domains that lines are compared with. */
const mostDomains = 20;

const word = "[\\p{Lu}\\d][\\p{L}\\p{N}&'’.-]{0,40}";
const linking = '(?:&|und|and|of|for|der|die|für|im|am|de|du|la)';
const proper = `${word}(?: (?:${linking} ){0,2}${word}){0,6}`;
const legal =
  'GmbH(?: ?& ?Co\\.? ?KG(?:aA)?)?|gGmbH|AG|SE|KG|OHG|e\\. ?V\\.|eG|Ltd\\.?|Limited|LLP|LLC|Inc\\.?|PLC|plc|Corp\\.?|S\\.A\\.|SARL|S\\.p\\.A\\.|S\\.r\\.l\\.|B\\.V\\.|N\\.V\\.|ApS|A/S|AB|Oy|AS';

const labelled =
  /^[-*\s]{0,4}(?:client|customer|company|kunde|kundin|auftraggeber(?:in)?|mandant|firma|unternehmen)\*{0,2}:\*{0,2}[ \t]*(\S.{0,200})$/i;
const withForm = new RegExp(
  `(?<![\\p{L}\\p{N}])(${word}(?: (?:${linking} ){0,2}${word}){0,6}?,? (?:${legal}))(?![\\p{L}\\p{N}])`,
  'u',
);
const introduced = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:[Ww]e are|[Oo]n behalf of|[Ii]m Auftrag (?:der|des|von)|[Ww]ir,? (?:sind )?(?:die|der|das)) (?:the )?(${proper})`,
  'u',
);
/** Providers whose domains say nothing of a company. */
const privateMail =
  /^(?:gmail|googlemail|outlook|hotmail|live|yahoo|icloud|me|gmx|web|t-online|aol|proton|protonmail|posteo|mailbox|example)$/;

/**
 * Finds the client's name in the words of a request: a label, a company in the sender's signature, its domain, or how
 * the text introduces itself. Empty if no rule finds one; nothing is guessed.
 */
export function findClient(messages: readonly Message[], main: Message): string {
  const signature = main.signature.filter(isShort);
  const body = messages
    .flatMap(({ body: lines }) => lines)
    .filter(isShort)
    .slice(0, linesToRead);
  const domains = domainsOf([main.head.from ?? '', ...signature]);
  const found =
    first([...signature, ...body], (line) => labelled.exec(line)?.[1]) ??
    first(signature, (line) => withForm.exec(line)?.[1]) ??
    first(signature, (line) => (isOf(line, domains) ? line : undefined)) ??
    first(body, (line) => withForm.exec(line)?.[1]) ??
    first(body, (line) => introduced.exec(line)?.[1]) ??
    first(body, (line) => line.match(new RegExp(proper, 'gu'))?.find((name) => isOf(name, domains)));
  return trimMarks(found ?? '').slice(0, longestName);
}

/** Removes what surrounds a name in a line. The dot of a legal form stays. */
function trimMarks(name: string): string {
  const bare = name.replace(/^[\s|,;*]+|[\s|,;*]+$/g, '');
  return endsWithForm.test(bare) ? bare : bare.replace(/[.\s]+$/, '');
}

const endsWithForm = new RegExp(`(?:${legal})$`);
const isShort = (line: string) => line.length <= longestLine;

function first(lines: readonly string[], read: (line: string) => string | undefined): string | undefined {
  for (const line of lines) {
    const found = read(line);
    if (found) return found;
  }
  return undefined;
}

/** Returns the names in the domains of addresses, without those of private mail. */
function domainsOf(lines: readonly string[]): string[] {
  const found = lines.flatMap((line) => [...line.matchAll(/(?:@|www\.)([a-z\d-]{2,60})\.[a-z.]{2,20}/gi)]);
  const names = new Set(found.map(([, name = '']) => name.toLowerCase()).filter((name) => !privateMail.test(name)));
  return [...names].slice(0, mostDomains);
}

/** Tells whether a line is a company's name as its domain has it: `Nordhavn Utilities` of `nordhavn`. */
function isOf(line: string, domains: readonly string[]): boolean {
  if (line.length > 80 || /[@\d]|www\.|https?:/i.test(line)) return false;
  const folded = line.toLowerCase().replace(/[^\p{L}]/gu, '');
  return domains.some((domain) => {
    const name = domain.replaceAll('-', '');
    return name.length > 2 && (folded.startsWith(name) || (folded.length > 3 && name.startsWith(folded)));
  });
}
