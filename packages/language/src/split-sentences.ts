import { monthAbbreviations, monthNumbers } from './dates.ts';

/**
 * Abbreviations that end no sentence, even before a capital letter or a figure. "etc." may end one.
 */
const abbreviations = {
  en: `e.g i.e approx vs cf no nos dr mr mrs ms messrs prof rev hon st mt inc ltd co corp bros dept fig figs est max min p pp
    vol ed eds ch sec art para jr sr gen col lt sgt u.s u.k ph.d al`,
  de: `z.b d.h u.a o.ä i.d.r u.u v.a bzw ca dr prof hr fr frl dipl ing nr abs abschn abb tab kap bd art s st str inkl exkl zzgl
    ggf ggfs evtl vgl bspw sog insb insbes max mind min mio mrd tsd t geb gest rd rund jhd jh std mag fa fam kfm techn wiss
    allg öff ehem gem lt i.v i.a z.t s.o s.u m.e a.d vorr vorauss durchschn ø ges betr bez entspr`,
  fr: `p.ex m mm mme mmes mlle mlles dr pr me mes st ste cf env n no nos p pp art al chap fig tab vol éd av bd boul s.a c.-à-d
    max min réf tél adr hab mio mrd c.a h.t i.e`,
  es: `p.ej ej sr sra sres sras srta dr dra d dña ud uds vd prof lic ing arq núm núms nº art arts cap fig pág págs p pp vol ed
    av avda c ctra s.a s.l aprox máx mín tel ee uu cía gral dpto depto apdo mill`,
};
const knownAbbreviations = new Set(
  Object.values(abbreviations)
    .flatMap((list) => list.split(/\s+/))
    .concat(monthAbbreviations),
);
const lastWord =
  /(?:^|[\s("“„«‘\u00a0\u202f[/–-])((?:\p{L}[\p{L}\p{M}-]*\.[ \u00a0\u202f]?){0,3}\p{L}[\p{L}\p{M}-]*)\.$/u;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
/** A number with the full stop of an ordinal, as German writes days and ranks: "am 12." */
const ordinal = /(?:^|[\s(–-])(?:(\p{L}+)[ \u00a0])?\d{1,2}\.[ \u00a0]?$/u;
/** German words before an ordinal. After other words a number with a full stop ends a sentence. */
const beforeOrdinal =
  /^(?:der|die|das|dem|den|des|am|im|ab|vom|zum|zur|beim|bis|seit|jede[nmrs]?|unser\p{L}{0,2}|ihr\p{L}{0,2}|sein\p{L}{0,2}|diese[nmrs]?)$/iu;
const nextWord = /^[\s"“„«»(]*(\p{L}+)/u;
/**
 * A full stop before a figure, which the segmenter takes for a decimal point: "came late. 312
 * people".
 */
const beforeFigure = /(?<=[\p{Ll}\p{M}]{3}[.!?][”"“»’)\]]?)[ \u00a0]+(?=\d)/gu;
/** A closing mark after a space, as in French, belongs to the sentence before it. */
const closingMark = /^[”»’」』)\]]+(?:\s+|$)/;

/**
 * Returns the index behind each sentence and its white space, up to the paragraph's length.
 * Abbreviations, initials and ordinals end no sentence. A line end counts as a space.
 * @param paragraph at most a few thousand characters, because the segmenter is synchronous
 */
export function findSentenceEnds(paragraph: string): number[] {
  const text = paragraph.replaceAll('\n', ' ').replaceAll('\r', ' ');
  const ends = new Set<number>();
  for (const { index, segment } of segmenter.segment(text)) {
    for (const match of segment.matchAll(beforeFigure)) {
      const end = index + match.index + match[0].length;
      if (
        !endsWithAbbreviation(
          text.slice(Math.max(0, index + match.index - 48), index + match.index),
        )
      )
        ends.add(end);
    }
    const end = index + segment.length;
    const closing = closingMark.exec(text.slice(end, end + 8))?.[0].length ?? 0;
    if (end < text.length && !goesOn(text, end)) ends.add(end + closing);
  }
  ends.add(text.length);
  return [...ends].sort((one, other) => one - other);
}

/**
 * Splits a paragraph into sentences without the white space around them. See `findSentenceEnds`.
 */
export function splitSentences(paragraph: string): string[] {
  let start = 0;
  const sentences = findSentenceEnds(paragraph).map((end) => {
    const sentence = paragraph.slice(start, end).trim();
    start = end;
    return sentence;
  });
  return sentences.filter((sentence) => sentence !== '');
}

function goesOn(text: string, end: number): boolean {
  const before = text.slice(Math.max(0, end - 48), end).trimEnd();
  // Japanese quotes whole sentences before a particle: 「…。」と
  if (/[。！？][」』]$/.test(before)) return /^\p{Script=Hiragana}/u.test(text.slice(end));
  if (!before.endsWith('.')) return false;
  if (endsWithAbbreviation(before)) return true;
  const found = ordinal.exec(before);
  if (found === null) return false;
  const next = nextWord.exec(text.slice(end, end + 32))?.[1] ?? '';
  return (
    monthNumbers.has(next.toLowerCase()) || (found[1] !== undefined && beforeOrdinal.test(found[1]))
  );
}

/**
 * True for a text that ends with an abbreviation or an initial and its full stop, such as "z. B."
 * or "Dr.".
 */
function endsWithAbbreviation(text: string): boolean {
  const word = lastWord.exec(text.slice(-32))?.[1];
  if (word === undefined) return false;
  const last = word.split(/\.[ \u00a0\u202f]?/).at(-1) ?? '';
  // A letter after a number is a unit: 2,9 M.
  if (/^\p{L}$/u.test(last)) return !/\d[ \u00a0\u202f]?\p{L}\.$/u.test(text);
  return isAbbreviation(word) || isAbbreviation(last);
}

const isAbbreviation = (word: string): boolean =>
  knownAbbreviations.has(word.replace(/[ \u00a0\u202f]/g, '').toLowerCase());
