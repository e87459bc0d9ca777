import type { Language } from '@ecp/language/language';
import type { FoundCue } from '@ecp/language/meaning/find-cues';
import * as words from '@ecp/language/meaning/operation-words';
import { findFalls, findRises } from '@ecp/language/meaning/polarity-words';
import type { TypedFigure } from '../values/typed-figure.ts';

/** Hints that the words around a figure give about its computation. */
export interface OperationCues {
  /** 1 for a rise or "more", -1 for a fall or "less", 0 for neither. */
  direction: -1 | 0 | 1;
  total: boolean;
  average: boolean;
  share: boolean;
  difference: boolean;
  rate: boolean;
  compound: boolean;
  index: boolean;
  margin: boolean;
  payback: boolean;
  remainder: boolean;
}

/** Reads the cues of a sentence for one of its figures. */
export function readOperationCues(sentence: string, figure: TypedFigure, language: Language | null): OperationCues {
  const has = (find: (text: string, language: Language | null) => FoundCue[]) => find(sentence, language).length > 0;
  return {
    direction: readDirection(sentence, figure, language),
    total: has(words.findTotals),
    average: has(words.findAverages),
    share: has(words.findShares),
    difference: has(words.findDifferences),
    rate: has(words.findRates),
    compound: has(words.findCompound),
    index: has(words.findIndexes),
    margin: has(words.findMargins),
    payback: has(words.findPaybacks),
    remainder: has(words.findRemainders),
  };
}

/** Words of a hedge right before a figure tell no direction: "more than 40", "up to 12". */
const hedged =
  /(?:more than|less than|fewer than|up to|mehr als|weniger als|plus de|moins de|más de|menos de|au moins|al menos)\s*(?:[$€£¥]|[A-Z]{3}\s)?$/iu;

/**
 * Returns the direction that a sentence tells for a figure: that of the nearest word of rise or fall, in its own clause
 * if it has one there.
 */
export function readDirection(
  sentence: string,
  { start, end, hedge, unit }: TypedFigure,
  language: Language | null,
): -1 | 0 | 1 {
  const time = timeUnits.has(unit ?? '') ? readTime(sentence) : 0;
  if (time !== 0) return time;
  const head = sentence.slice(0, start);
  const masked = hedge !== null || hedged.test(head) ? head.replace(hedged, (found) => ' '.repeat(found.length)) : head;
  const text = masked + sentence.slice(start);
  const cues = [
    ...findRises(text, language).map((cue) => ({ ...cue, direction: 1 as const })),
    ...findFalls(text, language).map((cue) => ({ ...cue, direction: -1 as const })),
  ];
  if (language === 'de') cues.push(...findSeparated(text));
  let best: { distance: number; direction: 1 | -1 } | null = null;
  for (const cue of cues) {
    const between = cue.end <= start ? text.slice(cue.end, start) : text.slice(end, cue.start);
    const clauses =
      between.match(/[;:。]|, (?:and|but|while|und|aber|während|et|mais|tandis|y|pero|mientras)\b|、/gu)?.length ?? 0;
    const distance = between.length + 60 * clauses;
    if (best === null || distance < best.distance) best = { distance, direction: cue.direction };
  }
  return best?.direction ?? 0;
}

/** German verbs of rise and fall whose parts stand apart: "nahm um 5,4 Mio. € ab". */
const separated =
  /(?<!\p{L})(?:(?:n[aä]hm(?:en)?|nimmt|nehmen|leg(?:te|ten|t|en))(?!\p{L})[^;:!?]{0,80}?(?<!\p{L})(?<up>zu)|(?:n[aä]hm(?:en)?|nimmt|nehmen)(?!\p{L})[^;:!?]{0,80}?(?<!\p{L})ab|(?:g[ei]bt?|gab(?:en)?|l(?:ieß|assen))(?!\p{L})[^;:!?]{0,80}?(?<!\p{L})nach|(?:ging(?:en)?|geht|gehen)(?!\p{L})[^;:!?]{0,80}?(?<!\p{L})zurück|br[ai]ch(?:t|en)?(?!\p{L})[^;:!?]{0,80}?(?<!\p{L})ein)(?=[\s,;]*(?:[.;:!?,]|$|und|auf))/giu;

function findSeparated(text: string): { start: number; end: number; words: string; direction: 1 | -1 }[] {
  return [...text.matchAll(separated)].map((match) => {
    const [words] = match;
    const direction = match.groups?.up === undefined ? (-1 as const) : (1 as const);
    return { start: match.index, end: match.index + words.length, words, direction };
  });
}

const timeUnits: ReadonlySet<string> = new Set(['s', 'min', 'h', 'd', 'wk', 'mo', 'yr']);
/** Less time is faster, and a gain of time is a fall. */
const faster =
  /faster|sooner|quicker|earlier|short(?:er|en)|schneller|kürzer|verkürz|früher|gagn|raccourc|plus (?:vite|tôt|court|rapide)|acort|ahorr|más (?:rápid|cort)|(?<!\p{L})antes(?!\p{L})|早|短/iu;
const slower =
  /slower|longer|lengthen|länger|langsamer|verlänger|allong|plus (?:long|lent|tard)|alarg|más (?:larg|lent|tarde)|遅|長く|延び/iu;

function readTime(sentence: string): -1 | 0 | 1 {
  const [isFaster, isSlower] = [faster.test(sentence), slower.test(sentence)];
  if (isFaster === isSlower) return 0;
  return isFaster ? -1 : 1;
}
