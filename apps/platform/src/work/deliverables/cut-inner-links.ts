import type { MarkdownLine } from '@ecp/markdown/parse-markdown';

type CodeOrWords = Pick<MarkdownLine, 'isCode' | 'raw'>;

/**
 * Turns the links of a client's text that lead to the team's own places into their words: addresses without a host, and
 * those of an engagement's pages (REL-19). Links to the documents that the reader has stay.
 * @returns the text's code, line by line, and its words in pieces
 */
export function cutInnerLinks(lines: readonly CodeOrWords[], shown: ReadonlySet<string>): CodeOrWords[] {
  const labels = new Set<string>();
  const pieces: CodeOrWords[] = [];
  let goesOn = false;
  for (const { isCode, raw } of lines) {
    const [, label = '', angled, bare] = isCode ? [] : (definition.exec(raw.trimEnd()) ?? []);
    if (label !== '' && isInner(angled ?? bare ?? '', shown)) {
      labels.add(fold(label));
      continue;
    }
    const isWords = !isCode && raw.trim() !== '';
    const last = pieces.at(-1);
    if (last && goesOn && isWords) last.raw += raw;
    else pieces.push({ isCode, raw });
    goesOn = isWords;
  }
  return pieces.map((piece) => (piece.isCode ? piece : { ...piece, raw: unlink(piece.raw, labels, shown) }));
}

/** A definition of a reference, which only programs read: `[1]: market.md "Market"`. */
const definition = /^ {0,3}\[((?!\^)[^[\]]{1,500})\]:[ \t]{0,20}(?:<([^<>]{0,2000})>|(\S{1,2000}))(?:[ \t]+["'(].*)?$/;
/** These match what follows the words of a link: `target` an address, `(market.md "Market")`, and `reference` a label, `[1]`. */
const target =
  /\(\s{0,20}(?:<([^<>\n]{0,2000})>|((?:[^\s()<>]|\([^\s()<>]{0,100}\)){0,2000}))(?:\s{1,20}(?:"[^"]{0,500}"|'[^']{0,500}'|\([^()]{0,500}\)))?\s{0,20}\)/y;
const reference = /\[([^[\]]{0,500})\]/y;

const fold = (label: string): string => label.trim().replace(/\s+/g, ' ').toLowerCase();

/** Returns a text with the words of links in place of those that lead to inner places or have one of the labels. */
function unlink(text: string, labels: ReadonlySet<string>, shown: ReadonlySet<string>): string {
  const cuts: [from: number, to: number][] = [];
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at];
    if (mark === '\\') at += 1;
    else if (mark === '[') open.push(at);
    else if (mark === ']') {
      const start = open.pop();
      if (start === undefined) continue;
      const end = findInnerEnd(text, [start, at], labels, shown);
      if (end === null) continue;
      cuts.push([text[start - 1] === '!' ? start - 1 : start, start + 1], [at, end]);
      at = end - 1;
    }
  }
  cuts.sort(([one], [other]) => one - other);
  const ends = [0, ...cuts.map(([, to]) => to)];
  const words = ends.map((from, index) => text.slice(from, cuts[index]?.[0])).join('');
  return words.replace(/https?:\/\/[^\s<>()[\]]{1,2000}/g, (address) => nameInside(address) ?? address);
}

/** Finds where a link to an inner place ends whose words stand between two brackets; null if it is none. */
function findInnerEnd(
  text: string,
  [start, at]: readonly [number, number],
  labels: ReadonlySet<string>,
  shown: ReadonlySet<string>,
): number | null {
  target.lastIndex = at + 1;
  const [whole, angled, bare] = target.exec(text) ?? [];
  if (whole !== undefined) return isInner(angled ?? bare ?? '', shown) ? at + 1 + whole.length : null;
  if (labels.size === 0 || text[start + 1] === '^') return null;
  reference.lastIndex = at + 1;
  const [named = '', label = ''] = reference.exec(text) ?? [];
  const own = at - start > 500 ? '' : text.slice(start + 1, at);
  return labels.has(fold(label || own)) ? at + 1 + named.length : null;
}

function isInner(address: string, shown: ReadonlySet<string>): boolean {
  if (address === '' || address.startsWith('#') || address.startsWith('//') || shown.has(address)) return false;
  if (/^charts\/\d{1,3}$/.test(address)) return false;
  return !/^[a-z][a-z\d+.-]{1,30}:/i.test(address) || isEngagementPage(address);
}

/** Tells whether an address is that of a page or a file of an engagement, whatever its host. */
const isEngagementPage = (address: string): boolean => /\/engagements\/[a-z][a-z\d]{23}(?:[/?#]|$)/.test(address);

/** Returns the name of the document at the end of an engagement's address, which has a title. */
const nameInside = (address: string): string | undefined =>
  isEngagementPage(address) ? /\/deliverables\/([^/?#]{1,300})/.exec(address)?.[1] : undefined;
