import { findTotals } from '@ecp/language/meaning/operation-words';
import { compareUnits, isSameValue } from '../values/match-figures.ts';
import type { Rule } from './rule.ts';

const total =
  /\btogether\b|\bin all\b|\btotal|\bcombined\b|add(?:s|ed)? up|\baltogether\b|zusammen|insgesamt|gesamt|in summe|ensemble|au total|en tout|réuni|en total|en conjunto|suma|juntos|juntas|合計|合わせ|総額|計(?!画)/iu;

/** One of several amounts that is told as their total: "2.6 million in all" of 2.1 and 2.6 million. */
export const findPartForTotal: Rule = ({ view, figures }) => {
  if (figures.derivation !== null || !total.test(view.text)) return null;
  const amounts = view.passages.filter(
    ({ text, row }) => row !== null || findTotals(text, view.language).length === 0 || !total.test(text),
  );
  const own = figures.held.filter(
    ({ figure }) => figure.kind !== 'year' && figure.kind !== 'percent' && figure.form === 'digits',
  );
  if (own.length !== 1 || amounts.length !== view.passages.length) return null;
  const [held] = own;
  if (!held) return null;
  const column = held.found.figure.cell?.column;
  const others = amounts
    .flatMap((passage) => passage.figures)
    .filter(
      (figure) =>
        figure.kind !== 'year' && figure.cell?.column === column && compareUnits(figure, held.figure) !== 'other',
    )
    .filter((figure) => figure.kind === held.found.figure.kind && !isSameValue(figure, held.figure));
  if (others.length === 0) return null;
  return { fault: { kind: 'figures', figures: [held.figure.shown] }, isSure: true };
};
