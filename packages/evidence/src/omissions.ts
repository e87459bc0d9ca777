import { findSentenceEnds } from '@ecp/language/split-sentences';
import { isRow } from './tables.ts';

/** What a quote leaves out of a source between two of its parts. */
export interface Omission {
  /** The words that are left out, as indices of the source. */
  start: number;
  end: number;
  /** The words that the quote puts into brackets in their place. Empty for none. */
  insertion: string;
  /** The quote shows the end of a sentence before the omission. */
  endsSentence: boolean;
  /**
   * The part behind the omission begins as a sentence does: with a capital letter, or in a script
   * without them.
   */
  startsSentence: boolean;
}

/**
 * Sentences that may end within an omission: parts of a quote that lie further apart are two
 * quotes.
 */
const mostSentences = 4;
/** Characters around an omission in which its sentences are sought. */
const reach = { before: 600, behind: 160 };

/**
 * Words that deny in English, German, French, Spanish and Japanese. A quote may leave none of them
 * out.
 */
const negations = [
  // "No. 5" and "not only" deny nothing.
  /(?<!\p{L})(?:not(?!\s+only)|cannot|never|neither|nor|none|nobody|nothing|nowhere|without|no(?!\.?\s*\d)|hardly|scarcely|barely|unless|except|(?:\p{L}+n[’']t))(?!\p{L})/iu,
  /(?<!\p{L})(?:nicht(?!\s+nur)|kein\p{L}{0,2}|niemals|nie|niemand\p{L}{0,2}|nichts|nirgend\p{L}*|ohne|weder|keinesfalls|keineswegs|keinerlei|mitnichten|kaum|außer|ausgenommen)(?!\p{L})/iu,
  /(?<!\p{L})(?:ne|n[’'](?=\p{L})|pas|non(?!\s+seulement)|jamais|rien|aucun\p{L}{0,2}|nul|nulle|nullement|sans|ni|guère|hormis|sauf)(?!\p{L}{2})/iu,
  /(?<!\p{L})(?:nunca|jamás|nadie|nada|ningún|ningun[oa]s?|ni|sin|tampoco|apenas|salvo|excepto)(?!\p{L})/iu,
  /(?<![少危幼])な(?:い|く(?!と)|かった|けれ|さそう)|無[いくし]|ません|(?:なら|せ|わ|られ|れ|え|け|て|め|べ|び|き|み|り|い|か|さ|た|ま|ら|[得出見来])ず(?![つかっれるら])|[らわれせえ]ぬ|[るうくすむ]まい|不可|なしに?|除[くき]|以外/u,
];
/** Words of Japanese that only look like a negation: まず, 必ず, ずつ, はず, みなし. */
const harmless = /必ず|まず|わず(?=か)|いずれ|ずつ|はず|みなし|はなし|こなし/gu;
/** The second halves of "ne … plus": they deny behind "ne". */
const secondHalf = /(?<!\p{L})(?:plus|personne|point|que|qu[’'])(?!\p{L}{2})/iu;
const firstHalf = /(?<!\p{L})(?:ne\s|n[’'])/iu;

/**
 * True if a quote may leave these words out: they hold no negation, and its parts stand in one
 * sentence, or the quote shows that they stand in two that are close together.
 */
export function mayOmit(text: string, omission: Omission): boolean {
  const { start, end, insertion } = omission;
  const words = text.slice(start, end);
  const before = text.slice(Math.max(0, start - reach.before), start);
  const isDenied =
    deniesAny(words) || (secondHalf.test(words) && firstHalf.test(lastSentence(before)));
  if (isDenied !== deniesAny(insertion)) return false;
  const ends = listEnds(text, omission);
  if (ends.length === 0) return true;
  if (ends.filter(({ isOfRow }) => !isOfRow).length > mostSentences) return false;
  const hasWords = (from: number, to: number) => /[\p{L}\p{N}]/u.test(text.slice(from, to));
  const isAtEnd = ends.some(({ at }) => !hasWords(start, at));
  const isAtStart = ends.some(({ at }) => !hasWords(at, end));
  return (
    (isAtEnd && isAtStart) ||
    (isAtStart && omission.startsSentence) ||
    (isAtEnd && omission.endsSentence)
  );
}

function deniesAny(words: string): boolean {
  const plain = words.replace(harmless, ' ');
  return negations.some((negation) => negation.test(plain));
}

const lastSentence = (text: string): string => text.slice(findSentenceEnds(text).at(-2) ?? 0);

interface End {
  /** The index behind the sentence and its white space. */
  at: number;
  /** It ends a row of a table or an item of a list. */
  isOfRow: boolean;
}

/** Ends of lines that end a block: before a blank line, a row, an item or a heading. */
const lineEnd = /\n(?=[ \t]*(?:\n|[-*•|#]|\d{1,3}[.)]\s))/g;

/** Lists the ends of sentences and blocks within an omission. */
function listEnds(text: string, { start, end }: Omission): End[] {
  const from = Math.max(0, start - reach.before);
  const window = text.slice(from, end + reach.behind);
  const ends: End[] = [];
  for (const at of findSentenceEnds(window)) {
    if (from + at >= start && from + at <= end && at < window.length)
      ends.push({ at: from + at, isOfRow: false });
  }
  for (const { index } of text.slice(Math.max(0, start - 1), end).matchAll(lineEnd)) {
    const at = Math.max(0, start - 1) + index + 1;
    const line = text.slice(text.lastIndexOf('\n', at - 2) + 1, at).trim();
    const next = /\S[^\n]*/u.exec(text.slice(at, at + reach.behind + (end - at)))?.[0] ?? '';
    const isOfRow = isRow(line) || isRow(next) || /^(?:[-*•]|\d{1,3}[.)]\s)/u.test(next);
    // A blank line within a sentence is a break of a page or a column.
    const goesOn = !isOfRow && /[\p{L}\p{N},–-]$/u.test(line) && /^\p{Ll}/u.test(next);
    if (!goesOn && !ends.some((one) => Math.abs(one.at - at) <= 2)) ends.push({ at, isOfRow });
  }
  return ends;
}
