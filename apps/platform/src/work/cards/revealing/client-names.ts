import { languagesByWord } from '@ecp/language/function-words';

/** A word of a text or a name, folded to lower case without accents. `end` is the index after it. */
export interface FoldedWord {
  fold: string;
  word: string;
  start: number;
  end: number;
}

/** A name as its words. An exact one is found only as it is written, because it is short or an everyday word. */
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
  llc llp ltd mbh nv ohg oy plc sa sas sarl sarlu se sl slu spa srl ug und and et y the`.split(/\s+/),
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
export function readWords(text: string): FoldedWord[] {
  return [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map(({ 0: word, index }) => ({
    fold: word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase(),
    word,
    start: index,
    end: index + word.length,
  }));
}

/**
 * Lists what names a client: the names of all clients with and without their legal form, and for the card's own
 * engagement its name, the single words of both and the initials.
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
  return names.filter((words) => words.length > 0).map((words) => ({ words, isExact: isExact(words) }));
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
  return first !== undefined && more.length === 0 && (first.word.length < shortestFolded || isFunctionWord(first));
}
