import type { Language } from '@ecp/language/language';
import { findNegations } from '@ecp/language/meaning/polarity-words';
import type { Reading } from '../claim-view.ts';
import type { Rule } from './rule.ts';

const than: Record<Language, RegExp> = {
  en: /\bthan\b/iu,
  de: /(?<!\p{L})als(?!\p{L})/iu,
  fr: /(?<!\p{L})qu(?:e\s|['’])/iu,
  es: /(?<!\p{L})que(?!\p{L})/iu,
  ja: /より/u,
};
const more = /\b(?:more|higher|larger|bigger|greater|longer|faster|older|better|stronger|dearer|later|wider|busier|richer|heavier|often)\b|mehr|höher|größer|länger|schneller|älter|besser|stärker|teurer|später|häufiger|plus\b|supérieur|meilleur|más\b|mayor|mejor|多|高|大き|長|速|良|強/iu;
const less = /\b(?:less|fewer|lower|smaller|shorter|slower|younger|worse|weaker|cheaper|earlier|narrower|poorer|lighter)\b|weniger|niedriger|kleiner|kürzer|langsamer|jünger|schlechter|schwächer|billiger|günstiger|früher|seltener|geringer|moins|inférieur|pire|menos|menor|peor|少な|低|小さ|短|遅|悪|弱/iu;

/** A comparison that is turned: the sides change places and the word stays, or the word turns and the sides stay. */
export const findComparison: Rule = ({ aligned, figures }) => {
  if (aligned === null || figures.derivation !== null || aligned.claim.language === null) return null;
  const [told, said] = [cut(aligned.claim, aligned.claim.language), cut(aligned.passage, aligned.claim.language)];
  if (!told || !said || told.size === 0 || said.size === 0) return null;
  if (findNegations(aligned.claim.text, aligned.claim.language).length > 0) return null;
  if (findNegations(aligned.passage.text, aligned.claim.language).length > 0) return null;
  const shared = (one: Set<string>, other: Set<string>) => [...one].filter((stem) => other.has(stem)).length;
  const straight = shared(told.left, said.left) + shared(told.right, said.right);
  const crossed = shared(told.left, said.right) + shared(told.right, said.left);
  if (straight === crossed) return null;
  const isTurned = crossed > straight;
  return isTurned === (told.size === said.size) ? { fault: { kind: 'comparison' }, isSure: true } : null;
};

/** Cuts a sentence with "more … than" into what stands on its sides. Words of both sides do not count. */
function cut(
  { text, words }: Reading,
  language: Language,
): { left: Set<string>; right: Set<string>; size: -1 | 0 | 1 } | null {
  const match = than[language].exec(text);
  if (!match) return null;
  const at = match.index;
  const head = language === 'ja' ? text.slice(at) : text.slice(0, at);
  const [isMore, isLess] = [more.test(head), less.test(head)];
  if (isMore === isLess) return null;
  const sides = {
    left: new Set(words.filter(({ end }) => end <= at).map(({ stem }) => stem)),
    right: new Set(words.filter(({ start }) => start >= at).map(({ stem }) => stem)),
  };
  const both = [...sides.left].filter((stem) => sides.right.has(stem));
  for (const stem of both) {
    sides.left.delete(stem);
    sides.right.delete(stem);
  }
  return { ...sides, size: isMore ? 1 : -1 };
}
