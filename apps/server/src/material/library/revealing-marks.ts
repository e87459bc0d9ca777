import type { RevealedKind } from '@ecp/contract/values/card-kinds';
import type { CardMark } from '@ecp/contract/work/cards';
import type { Transaction } from '@ecp/database/database';
import { readDates } from '@ecp/language/dates';
import { languagesByWord } from '@ecp/language/function-words';
import { readQuantities } from '@ecp/language/quantities';
import { readAsAgents } from '../../kernel/as-agents.ts';
import { listClients } from '../engagements/engagement-list.ts';
import { selectEngagement } from '../engagements/engagement-rows.ts';

/**
 * Digits of any script with their separators and signs. Each is a figure, years and page numbers
 * too.
 */
const digits = /[\p{Sc}]?\p{N}+(?:[.,'’\u00a0\u202f ]\p{N}{3})*(?:[.,]\p{N}+)?(?:\s?[%‰\p{Sc}])?/gu;
/** The number of an item of a list, which is no figure. */
const itemNumber = /^[ \t]*\d{1,3}[.)](?=[ \t])/gm;
/**
 * Words between quotation marks of each language. No form contains its own opening mark, so that
 * each is read once.
 */
const quoted = new RegExp(
  [
    '[“„][^“”„"]+[”“"]',
    '«[^«»]+»',
    '»[^«»]+«',
    '‘[^‘’]+(?:’(?=\\p{L})[^‘’]+)*’',
    '「[^「」]+」',
    '『[^『』]+』',
    '"[^"\\n]+"',
  ].join('|'),
  'gu',
);
const quotedBlock = /^[ \t]*>.*(?:\n[ \t]*>.*)*/gm;

interface RevealCounts {
  clientNames: number;
  figures: number;
  quotes: number;
}

/** Finds clients' names, figures and quotations; rather too many, as a person reads each card. */
export function findMarks(card: { title: string; body: string }, names: NamesToFind): CardMark[] {
  const clients = listClientNames(names);
  return (['title', 'body'] as const).flatMap((field) => {
    const text = card[field];
    const inField = (kind: RevealedKind, places: Place[]) =>
      places.map(({ start, end }): CardMark => ({ field, kind, start, end }));
    return [
      ...inField('client_name', findNames(text, clients)),
      ...inField('figure', findFigures(text)),
      ...inField('quote', findQuotes(text)),
    ];
  });
}

export function countMarks(marks: readonly CardMark[]): RevealCounts {
  const count = (wanted: RevealedKind) => marks.filter(({ kind }) => kind === wanted).length;
  return { clientNames: count('client_name'), figures: count('figure'), quotes: count('quote') };
}

/** Finds the numbers, shares and multiples of a text, in digits and in words. */
export function findFigures(text: string): Place[] {
  const items = findMatches(text, itemNumber);
  const isItem = ({ start, end }: Place) =>
    items.some((item) => start >= item.start && end <= item.end);
  const read = [...readQuantities(text), ...readDates(text, null)].map(({ start, end }) => ({
    start,
    end,
  }));
  return mergePlaces([...findMatches(text, digits), ...read].filter((place) => !isItem(place)));
}

function findQuotes(text: string): Place[] {
  return mergePlaces([...findMatches(text, quoted), ...findMatches(text, quotedBlock)]);
}

function findMatches(text: string, pattern: RegExp): Place[] {
  return [...text.matchAll(pattern)].map(({ 0: words, index }) => ({
    start: index,
    end: index + words.length,
  }));
}

/** A place of a text; `end` is the index after it. */
interface Place {
  start: number;
  end: number;
}

/** Names are found at the beginning of longer words (“Nordwindwerk”) from this length. */
const shortestPrefix = 5;
/** Limits the length of an ending of a name in a text, such as a genitive. */
const longestEnding = 2;
/** Limits the words of a name that are compared. */
const longestName = 8;
/** Limits the characters between two words of a name. */
const longestGap = 3;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * Finds names in any case, accents, inflection and at the beginning of compounds; in scripts
 * without spaces by characters. Its time grows with text plus names, not their product.
 */
export function findNames(text: string, names: readonly ClientName[]): Place[] {
  const found: Place[] = [];
  const spaced = indexNames(names.filter(({ words }) => !isUnspaced(words)));
  const words = readWords(text);
  for (const [at, word] of words.entries()) {
    let before = '';
    for (let index = at; index < at + spaced.mostWords; index += 1) {
      const [last, previous] = [words[index], words[index - 1]];
      if (!last || (index > at && previous && last.start - previous.end > longestGap)) break;
      if (endsName(spaced, before, last)) found.push({ start: word.start, end: last.end });
      before += `${last.fold} `;
    }
  }
  for (const { words: name } of names.filter((one) => isUnspaced(one.words))) {
    found.push(...findCharacters(text, name.map(({ word }) => word).join('')));
  }
  return mergePlaces(found);
}

/** Names by their folded words. */
interface NameIndex {
  folded: ReadonlySet<string>;
  exact: ReadonlySet<string>;
  mostWords: number;
}

function indexNames(names: readonly ClientName[]): NameIndex {
  const cut = names.map(({ words, isExact }) => ({ words: words.slice(0, longestName), isExact }));
  const folded = cut.filter(({ isExact }) => !isExact);
  return {
    folded: new Set(folded.map(({ words }) => words.map(({ fold }) => fold).join(' '))),
    exact: new Set(cut.filter(({ isExact }) => isExact).map(({ words }) => words[0]?.word ?? '')),
    mostWords: Math.max(0, ...cut.map(({ words }) => words.length)),
  };
}

/**
 * Returns true if a name consists of the words before, and of the last one, its beginning or its
 * stem.
 */
function endsName(
  { folded, exact }: NameIndex,
  before: string,
  { fold, word }: FoldedWord,
): boolean {
  if (before === '' && exact.has(word)) return true;
  for (let length = fold.length; length > 0; length -= 1) {
    if (length < shortestPrefix && length < fold.length - longestEnding) return false;
    if (folded.has(before + fold.slice(0, length))) return true;
  }
  return false;
}

/** Joins places that overlap, in the order of the text. */
export function mergePlaces(places: readonly Place[]): Place[] {
  const merged: Place[] = [];
  for (const { start, end } of places.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

const isUnspaced = (words: ClientName['words']) => words.some(({ word }) => unspaced.test(word));

function findCharacters(text: string, name: string): Place[] {
  const found: Place[] = [];
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    found.push({ start: at, end: at + name.length });
  }
  return found;
}

/**
 * A word of a text or a name, folded to lower case without accents. `end` is the index after it.
 */
interface FoldedWord {
  fold: string;
  word: string;
  start: number;
  end: number;
}

/**
 * A name as its words. An exact one is found only as it is written, because it is short or an
 * everyday word.
 */
export interface ClientName {
  words: FoldedWord[];
  isExact: boolean;
}

/** The names of an engagement, and the clients of the tenant's other engagements. */
export interface NamesToFind {
  /** Null when the engagement has been deleted. */
  own: { client: string; name: string } | null;
  otherClients: readonly string[];
}

/** Words that tell a company's legal form and no name. */
const legalForms = new Set(
  `ag as ab asa bv co corp corporation company cie eg ek ev gbr gmbh group gruppe groupe grupo holding inc kg kgaa limited
  llc llp ltd mbh nv ohg oy plc sa sas sarl sarlu se sl slu spa srl ug und and et y the`.split(
    /\s+/,
  ),
);
/** Words of engagements' names that say what is done, and not for whom. */
const workWords = new Set(
  `analysis assessment audit brief business case concept cost costs customer customers digital entry expansion forecast
  growth launch market marketing model options plan planning portfolio pricing product programme program project proposal
  report research review roadmap sales strategy strategic study supply transformation analyse bericht einführung
  entwicklung konzept kosten kunden markt markteintritt planung projekt strategie studie wachstum étude marché projet
  rapport stratégie coûts croissance análisis estudio mercado proyecto informe estrategia costes crecimiento`.split(
    /\s+/,
  ),
);
/** Names shorter than this are found only as they are written. */
const shortestFolded = 4;
const fewestInitials = 3;

/** Cuts a text into its words, of letters and digits. */
function readWords(text: string): FoldedWord[] {
  return [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map(({ 0: word, index }) => ({
    fold: word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase(),
    word,
    start: index,
    end: index + word.length,
  }));
}

/**
 * Lists what names a client: all clients with and without legal form, and the own engagement's
 * words and initials.
 */
export function listClientNames({ own, otherClients }: NamesToFind): ClientName[] {
  const names = otherClients.flatMap((client) => {
    const words = readWords(client);
    return [words, withoutForm(words)];
  });
  if (own) {
    const client = withoutForm(readWords(own.client));
    names.push(readWords(own.client), client, readWords(own.name));
    for (const word of client) if (!isFunctionWord(word)) names.push([word]);
    for (const word of readWords(own.name)) if (isDistinctive(word)) names.push([word]);
    if (client.length >= fewestInitials) names.push(initialsOf(client));
  }
  return names
    .filter((words) => words.length > 0)
    .map((words) => ({ words, isExact: isExact(words) }));
}

function withoutForm(words: FoldedWord[]): FoldedWord[] {
  const kept = words.filter(({ fold }) => !legalForms.has(fold));
  return kept.length > 0 ? kept : words;
}

const isFunctionWord = ({ word }: FoldedWord) => languagesByWord.has(word.toLowerCase());

/** Returns true if a word of an engagement's name may tell for whom the work is. */
function isDistinctive(word: FoldedWord): boolean {
  const isName = word.word.length >= shortestFolded && /^[\p{Lu}\p{Lo}]/u.test(word.word);
  return isName && !isFunctionWord(word) && !workWords.has(word.word.toLowerCase());
}

function initialsOf(words: FoldedWord[]): FoldedWord[] {
  return readWords(words.map(({ word }) => [...word][0] ?? '').join('')).map((initials) => ({
    ...initials,
    word: initials.word.toUpperCase(),
  }));
}

function isExact([first, ...more]: FoldedWord[]): boolean {
  return (
    first !== undefined &&
    more.length === 0 &&
    (first.word.length < shortestFolded || isFunctionWord(first))
  );
}

/**
 * Reads the names that a card must not reveal. `engagementId` is null if the card's engagement has
 * been deleted. Clients behind other walls are none of them: marks would tell the readers of the
 * card who they are.
 */
export function readNames(
  tx: Transaction,
  tenantId: string,
  engagementId: string | null,
): Promise<NamesToFind> {
  return readAsAgents(tx, engagementId, () => gatherNames(tx, tenantId, engagementId));
}

async function gatherNames(
  tx: Transaction,
  tenantId: string,
  engagementId: string | null,
): Promise<NamesToFind> {
  const otherClients = await listClients(tx, tenantId);
  if (engagementId === null) return { own: null, otherClients };
  const { rows } = await tx.query(selectEngagement(tenantId, engagementId));
  const [engagement] = rows;
  return {
    own: engagement ? { client: engagement.client, name: engagement.name } : null,
    otherClients,
  };
}
