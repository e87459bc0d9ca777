import type { Language } from '@ecp/language/language';
import type { FindCues } from '@ecp/language/meaning/find-cues';
import { findLosses, findNegations, findOutflows, findProfits } from '@ecp/language/meaning/polarity-words';
import type { ClaimView } from '../claim-view.ts';
import { readDirection } from '../derive/read-operation-cues.ts';
import { compareUnits, isSameValue } from '../values/match-figures.ts';
import type { TypedFigure } from '../values/typed-figure.ts';
import type { Rule } from './rule.ts';

/** The sign of a figure as it is written, and as the words beside it tell it. */
interface Polarity {
  sign: -1 | 0 | 1;
  /** -1 for a loss, 1 for a profit. */
  result: -1 | 0 | 1;
  /** The sign with all that tells one: 0 if nothing does. */
  all: -1 | 0 | 1;
}

/**
 * A figure with the other sign: a loss told as a profit, a minus left out or added. What flows out is written with a
 * minus in tables and without one in texts.
 */
export const findSign: Rule = ({ view, figures }) => {
  let doubt: ReturnType<Rule> = null;
  for (const { figure, found } of figures.held) {
    if (figure.kind === 'year' || figure.form !== 'digits' || figure.value === 0) continue;
    const given = listGiven(view, figure, found.figure, found.citation);
    if (given.length === 0) continue;
    const told = readPolarity(view.text, figure, view.language);
    const relations = given.map((one) => relate(told, one, view));
    if (relations.includes('fits')) continue;
    if (relations.includes('differs')) return { fault: { kind: 'direction' }, isSure: true };
    doubt ??= { fault: { kind: 'direction' }, isSure: false, isWeak: true };
  }
  return doubt;
};

interface Given {
  figure: TypedFigure;
  polarity: Polarity;
  /** What names the figure: its row, or its passage. */
  label: string;
  language: Language | null;
  /** True for a row whose amounts all stand in brackets, which need not mean a minus. */
  isBracketed: boolean;
  negations: number;
}

/** Lists the figures of the passages with the value of a claim's figure. */
function listGiven(view: ClaimView, figure: TypedFigure, found: TypedFigure, citation: string | null): Given[] {
  const given: Given[] = [];
  for (const { figures, row, text, language, citation: own } of view.passages) {
    if (own !== citation) continue;
    for (const one of figures) {
      const isFound = one === found || isSameValue(figure, one) || isSameValue(found, one);
      if (!isFound || one.kind === 'year' || compareUnits(figure, one) === 'other') continue;
      if (one.cell) given.push(ofCell(one, language ?? view.language, row));
      else
        given.push({
          ...{ figure: one, polarity: readPolarity(text, one, language ?? view.language), label: text },
          ...{ language: language ?? view.language, isBracketed: false },
          negations: findNegations(text, language ?? view.language).length,
        });
    }
  }
  if (given.length === 0 && found.cell) given.push(ofCell(found, view.language, null));
  // Of several cells, those of the claim's period count.
  const ofPeriod = given.filter(({ figure: one }) => one.period !== null && one.period.name === figure.period?.name);
  return ofPeriod.length > 0 ? ofPeriod : given;
}

function ofCell(figure: TypedFigure, language: Language | null, row: ClaimView['passages'][number]['row']): Given {
  const label = `${figure.cell?.row ?? ''} ; ${figure.cell?.column ?? ''}`;
  const result = only(label, language, findProfits, findLosses);
  const amounts = row === null ? [] : row.texts.filter((_, index) => row.figures[index]);
  return {
    ...{ figure, label, language, negations: 0 },
    polarity: { sign: figure.sign, result, all: figure.sign !== 0 ? figure.sign : result },
    isBracketed: amounts.length > 0 && amounts.every((text) => /^\s*\D{0,3}[(（]/u.test(text)),
  };
}

function relate(
  told: Polarity,
  { figure, polarity: said, ...given }: Given,
  view: ClaimView,
): 'fits' | 'differs' | 'doubt' {
  // A percentage of change has a sign, also that of costs.
  const isAmount = figure.kind !== 'percent' && figure.kind !== 'points';
  const isOutflow =
    isAmount && [view.text, given.label].some((text) => findOutflows(text, given.language ?? view.language).length > 0);
  const isDenied = given.negations > 0 || findNegations(view.text, view.language).length > 0;
  const differs = isDenied ? 'doubt' : 'differs';
  if (said.sign < 0) {
    if (told.all < 0) return 'fits';
    if (told.result > 0 || told.sign > 0) return differs;
    if (isOutflow) return 'fits';
    return given.isBracketed && figure.kind !== 'currency' ? 'doubt' : differs;
  }
  if (told.sign < 0) return said.all < 0 || isOutflow ? 'fits' : differs;
  if (said.sign > 0 && told.all < 0 && !isOutflow) return differs;
  if (told.result !== 0 && said.result !== 0 && told.result !== said.result) return differs;
  return 'fits';
}

/** Words right before a figure that is reached and not changed by: "fell to 75". */
const reached = /(?<!\p{L})(?:to|at|auf|bei|à|a|hasta)\s(?:US\$|[$€£¥]|[A-Z]{3}\s)?[-−–]?$/iu;

function readPolarity(text: string, figure: TypedFigure, language: Language | null): Polarity {
  const { sign, start, kind } = figure;
  const result = nearest(text, figure, language);
  const isLevel = kind !== 'percent' && kind !== 'points' && reached.test(text.slice(Math.max(0, start - 16), start));
  const change = isLevel ? 0 : readDirection(text, figure, language);
  return { sign, result, all: sign < 0 ? -1 : result !== 0 ? result : sign > 0 ? 1 : change };
}

/** Characters that a comma, or the end of a clause, adds to the distance between a word and a figure. */
const clause = { comma: 30, end: 200 };

/** Returns whether the word nearest to a figure calls it a profit or a loss. */
function nearest(text: string, { start, end }: TypedFigure, language: Language | null): -1 | 0 | 1 {
  const cues = [
    ...findProfits(text, language).map((cue) => ({ ...cue, result: 1 as const })),
    ...findLosses(text, language).map((cue) => ({ ...cue, result: -1 as const })),
  ];
  let best: { distance: number; result: 1 | -1 } | null = null;
  for (const cue of cues) {
    const between = cue.end <= start ? text.slice(cue.end, start) : text.slice(end, cue.start);
    const commas = between.match(/[,、](?!\d)/gu)?.length ?? 0;
    const ends =
      between.match(/[;:。！？]|[.!?]\s|(?<!\p{L})(?:while|but|während|aber|tandis|mais|mientras|pero)(?!\p{L})/giu)
        ?.length ?? 0;
    const distance = between.length + commas * clause.comma + ends * clause.end;
    if (best === null || distance < best.distance) best = { distance, result: cue.result };
  }
  return best !== null && best.distance < clause.end ? best.result : 0;
}

function only(text: string, language: Language | null, up: FindCues, down: FindCues): -1 | 0 | 1 {
  const [isUp, isDown] = [up(text, language).length > 0, down(text, language).length > 0];
  return isUp === isDown ? 0 : isUp ? 1 : -1;
}
