import { findDifferences, findSuperlatives, findTotals } from '@ecp/language/meaning/operation-words';
import type { FigureFindings } from '../check-figures.ts';
import type { ClaimView, PassageView } from '../claim-view.ts';
import { wordsBeside } from '../derive/words-beside.ts';
import { compareUnits, isSameValue } from '../values/match-figures.ts';
import type { Rule } from './rule.ts';

const total =
  /\btogether\b|\bin all\b|\btotal|\bcombined\b|add(?:s|ed)? up|\baltogether\b|zusammen|insgesamt|gesamt|in summe|ensemble|au total|en tout|réuni|en total|en conjunto|suma|juntos|juntas|合計|合わせ|総額|計(?!画)/iu;

/** Two things told of together: "both items". */
const both = /\bboth\b|\bbeide[nrs]?\b|\bles deux\b|\bamb[ao]s\b|両者|両方|双方/iu;
const each = /\beach\b|\bapiece\b|\bjeweils\b|\bje\b|\bchacune?s?\b|\bcada un[ao]\b|それぞれ|各/iu;

/** One of several amounts that is told as their total: "2.6 million in all" of 2.1 and 2.6 million. */
export const findPartForTotal: Rule = ({ view, figures }) => {
  if (figures.derivation !== null) return null;
  const own = figures.held.filter(({ figure }) => figure.kind !== 'year' && figure.form === 'digits');
  const [held] = own;
  if (!held || own.length !== 1) return null;
  const isTold = held.figure.kind !== 'percent' && total.test(view.text) && !view.passages.some(tellsTotal);
  if (!isTold && !joinsParts(view, held)) return null;
  const column = held.found.figure.cell?.column;
  const others = view.passages
    .flatMap((passage) => passage.figures)
    .filter(
      (figure) =>
        figure.kind !== 'year' && figure.cell?.column === column && compareUnits(figure, held.figure) !== 'other',
    )
    .filter((figure) => figure.kind === held.found.figure.kind && !isSameValue(figure, held.figure));
  if (others.length === 0) return null;
  return { fault: { kind: 'figures', figures: [held.figure.shown] }, isSure: true };
};

const tellsTotal = ({ text, row, language }: PassageView) =>
  row === null && findTotals(text, language).length > 0 && total.test(text);

/**
 * Returns true for a sentence that tells one amount of two things which have one each: "3.4 million for pumps and
 * software".
 */
function joinsParts(view: ClaimView, { figure, found }: FigureFindings['held'][number]): boolean {
  const passage = view.passages.find(({ figures, row }) => row === null && figures.includes(found.figure));
  if (!passage || figure.hedge !== null || each.test(view.text)) return false;
  const alike = passage.figures.filter(({ unit, kind }) => unit === found.figure.unit && kind === found.figure.kind);
  if (alike.length !== 2 || findTotals(passage.text, passage.language).length > 0) return false;
  if (both.test(view.text) && !both.test(passage.text) && !isCompared(view)) return true;
  const beside = wordsBeside(passage.text, passage.figures, passage.language);
  const [one, other] = alike.map((part) => beside[passage.figures.indexOf(part)] ?? new Set<string>());
  if (!one || !other) return false;
  const isOf = (own: ReadonlySet<string>, not: ReadonlySet<string>) => (stem: string) =>
    own.has(stem) && !not.has(stem);
  return areJoined(view, isOf(one, other), isOf(other, one));
}

const isCompared = ({ text, language }: ClaimView) =>
  findDifferences(text, language).length > 0 || findSuperlatives(text, language).length > 0;

/** Matches the words between the names of two things that share one amount. */
const joint =
  /^\s*(?:,?\s*(?:and|plus|und|sowie|et|y|e)\s+(?:(?:the|for|die|der|das|den|für|les?|la|aux?|l['’]|à la|los|las|el|al|a la|a las|a los|para)\s*){0,3}|と|および|及び|、)$/iu;

function areJoined(
  { text, words }: ClaimView,
  isOne: (stem: string) => boolean,
  isOther: (stem: string) => boolean,
): boolean {
  return words.some((word, index) => {
    const next = words[index + 1];
    if (next === undefined || !joint.test(text.slice(word.end, next.start))) return false;
    return (isOne(word.stem) && isOther(next.stem)) || (isOther(word.stem) && isOne(next.stem));
  });
}
