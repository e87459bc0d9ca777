import type { Language } from '@ecp/language/language';
import { findNegations } from '@ecp/language/meaning/polarity-words';
import type { PassageView, Reading } from '../claim-view.ts';
import { findMentioned } from '../tables/mentioned-labels.ts';
import type { Rule, RuleInput } from './rule.ts';

const than: Record<Language, RegExp> = {
  en: /\bthan\b/iu,
  de: /(?<!\p{L})(?:als|vor(?= \p{Lu})|hinter(?= \p{Lu}))(?!\p{L})/iu,
  fr: /(?<!\p{L})qu(?:e\s|['’])|(?<!\p{L})devant(?!\p{L})/iu,
  es: /(?<!\p{L})que(?!\p{L})/iu,
  ja: /より|を(?=上回|下回|超え)/u,
};
const more =
  /\b(?:more|higher|larger|bigger|greater|longer|faster|older|better|stronger|dearer|later|wider|busier|richer|heavier|ahead)\b|mehr|höher|größer|länger|schneller|älter|besser|stärker|teurer|später|häufiger|(?<!\p{L})(?:plus|davantage|devant)(?!\p{L})|liegt[^.]* vor(?!\p{L})|supérieur|meilleur|(?<!\p{L})más(?!\p{L})|mayor|mejor|多[いくか]|高[いくか]|大き|長[いくか]|速|強[いくか]|上回|超え/iu;
const less =
  /\b(?:less|fewer|lower|smaller|shorter|slower|younger|worse|weaker|cheaper|earlier|narrower|poorer|lighter|behind)\b|weniger|niedriger|kleiner|kürzer|langsamer|jünger|schlechter|schwächer|billiger|günstiger|früher|seltener|geringer|(?<!\p{L})moins(?!\p{L})|inférieur|(?<!\p{L})menos(?!\p{L})|menor|peor|少な|低[いくか]|小さ|短[いくか]|遅|弱[いくか]|下回/iu;

/** The sides of a comparison: what is compared, and what it is compared with. */
interface Sides {
  subject: Set<string>;
  standard: Set<string>;
  size: -1 | 1;
  /** The offset at which the standard of comparison begins in the text. */
  at: number;
}

/**
 * A comparison that is turned: against a comparison of the passage, against the figures of a passage's two things, or
 * against the rows of a table.
 */
export const findComparison: Rule = (input) => {
  const { view, figures } = input;
  if (figures.derivation !== null || view.language === null) return null;
  if (findNegations(view.text, view.language).length > 0) return null;
  const told = cut(view, view.language);
  if (!told || told.subject.size === 0 || told.standard.size === 0) return null;
  return compareWords(input, told) ?? compareRows(input, told) ?? compareFigures(input, told);
};

const shared = (one: Set<string>, other: Set<string>) => [...one].filter((stem) => other.has(stem)).length;

function compareWords({ aligned }: RuleInput, told: Sides): ReturnType<Rule> {
  if (!aligned?.claim.language || findNegations(aligned.passage.text, aligned.claim.language).length > 0) return null;
  const said = cut(aligned.passage, aligned.claim.language);
  if (!said) return null;
  const straight = shared(told.standard, said.standard);
  const crossed = shared(told.standard, said.subject);
  if (straight === crossed) return null;
  const isTurned = crossed > straight;
  return isTurned === (told.size === said.size) ? { fault: { kind: 'comparison' }, isSure: true } : null;
}

/**
 * Compares two rows of a cited table in the column that the claim names; without one, in the first column of figures.
 */
function compareRows({ view }: RuleInput, told: Sides): ReturnType<Rule> {
  const tables = [...view.passages.flatMap(({ table }) => table ?? []), ...view.tables.map(({ table }) => table)];
  for (const table of new Set(tables)) {
    const labels = findMentioned(
      view.text,
      table.rows.map(({ label }) => label),
      view.language,
    );
    const [one, other] = labels;
    if (labels.length !== 2 || !one || !other) continue;
    const [subject, standard] = sideOf(one.label, other.label, told, view);
    const [first, second] = [subject, standard].map((label) => table.rows.find((row) => row.label === label));
    if (!first || !second) continue;
    const named = findMentioned(view.text, table.columns, view.language).map(({ label }) =>
      table.columns.indexOf(label),
    );
    const columns = named.length > 0 ? named : table.columns.map((_, index) => index);
    const column = columns.find((index) => first.figures[index] && second.figures[index]);
    const difference = (first.figures[column ?? -1]?.value ?? 0) - (second.figures[column ?? -1]?.value ?? 0);
    if (difference !== 0 && Math.sign(difference) !== told.size)
      return { fault: { kind: 'comparison' }, isSure: named.length > 0 };
  }
  return null;
}

function sideOf(one: string, other: string, { at }: Sides, view: Reading): [string, string] {
  const index = view.text.toLowerCase().indexOf(one.toLowerCase());
  const isSubject = view.language === 'ja' ? !isStandard(one, view.text) : index < at;
  return isSubject ? [one, other] : [other, one];
}

const isStandard = (label: string, text: string) =>
  text.includes(`${label}より`) || text.includes(`${label}の売上高より`);

/** Compares the figures of two things that one passage tells: "2.1 million for ovens and 2.8 million for delivery". */
function compareFigures({ view }: RuleInput, told: Sides): ReturnType<Rule> {
  for (const passage of view.passages) {
    if (passage.row !== null || passage.language !== view.language) continue;
    const figures = passage.figures.filter(({ kind, form }) => kind !== 'year' && form === 'digits');
    const [first, second] = figures;
    if (figures.length !== 2 || !first || !second || first.unit !== second.unit || first.value === second.value)
      continue;
    for (const isBehind of [true, false]) {
      const [one, other] = wordsBeside(passage, [first, second], isBehind);
      const isStraight = shared(told.subject, one) > 0 && shared(told.standard, other) > 0;
      const isCrossed = shared(told.subject, other) > 0 && shared(told.standard, one) > 0;
      if (isStraight === isCrossed) continue;
      const difference = isStraight ? first.value - second.value : second.value - first.value;
      return Math.sign(difference) === told.size ? null : { fault: { kind: 'comparison' }, isSure: true };
    }
  }
  return null;
}

/** Returns the words behind or before each of two figures, up to the other one, without those of both. */
function wordsBeside(
  { words, text }: PassageView,
  [first, second]: [{ start: number; end: number }, { start: number; end: number }],
  isBehind: boolean,
): [Set<string>, Set<string>] {
  const within = (from: number, to: number) =>
    new Set(words.filter(({ start, end }) => start >= from && end <= to).map(({ stem }) => stem));
  const one = isBehind ? within(first.end, second.start) : within(0, first.start);
  const other = isBehind ? within(second.end, text.length) : within(first.end, second.start);
  for (const stem of [...one]) {
    if (!other.has(stem)) continue;
    one.delete(stem);
    other.delete(stem);
  }
  return [one, other];
}

/** Cuts a sentence with "more … than" into its sides. In Japanese the standard stands before より. */
function cut({ text, words }: Reading, language: Language): Sides | null {
  const match = than[language].exec(text);
  if (!match) return null;
  const at = match.index;
  const head = language === 'ja' ? text.slice(at) : text.slice(0, at + match[0].length);
  const [isMore, isLess] = [more.test(head), less.test(head)];
  if (isMore === isLess) return null;
  const from = language === 'ja' ? Math.max(text.lastIndexOf('は', at), text.lastIndexOf('、', at)) + 1 : at;
  const to = language === 'ja' ? at : text.length;
  const isInside = ({ start, end }: { start: number; end: number }) => start >= from && end <= to;
  const standard = new Set(words.filter(isInside).map(({ stem }) => stem));
  const subject = new Set(words.filter((word) => !isInside(word)).map(({ stem }) => stem));
  for (const stem of [...standard]) {
    if (!subject.has(stem)) continue;
    subject.delete(stem);
    standard.delete(stem);
  }
  return { subject, standard, size: isMore ? 1 : -1, at };
}
