import { readContentWords } from '@ecp/language/content-words';
import { readBases } from './bases.ts';
import { isAdded, isComplete } from './complete-list.ts';
import {
  areComparable,
  comparePeriods,
  fitsOrder,
  hasUnitOf,
  type Input,
  nameInput,
  type Operation,
  type Target,
} from './operation.ts';
import { fitsPer } from './per-what.ts';
import { tellsOfOne, tellsRatio } from './ratio-words.ts';

/** Most pairs among which a share counts that no word tells. */
const maxUntold = 12;

/** Share of a part in a whole, in percent. */
export const findShare: Operation = function* (target, { pairs, lists, near }) {
  if (target.figure.kind !== 'percent') return;
  for (const [part, whole] of pairs) {
    if (!areComparable(part, whole) || part.figure.kind === 'percent') continue;
    if (whole.figure.value === 0 || Math.abs(part.figure.value) > Math.abs(whole.figure.value)) continue;
    // A share of last year's figure in this year's is no share.
    if (comparePeriods(part, whole) !== 0 && part.figure.cell !== null) continue;
    // A cost's share of revenue is no margin.
    if (marginNouns.test(target.sentence) && isCost(part, target.context) && !costWords.test(target.sentence)) continue;
    const isNear = part.origin === 'sentence' && whole.origin === 'sentence';
    if (!target.cues.share && !isNear && pairs.length > maxUntold) continue;
    yield { expression: 'a / b * 100', inputs: [part, whole] };
  }
  for (const list of lists) {
    if (list.length < 2 || list.length > 40 || list.some(({ figure }) => figure.kind === 'percent')) continue;
    const sum = list.map((_, index) => nameInput(index)).join(' + ');
    const isColumn = list.every(({ figure }) => figure.cell !== null);
    if (!target.cues.share && !isColumn && target.figure.form !== 'fraction') continue;
    const parts = isColumn ? pickParts(list, near, target.sentence) : list;
    for (const part of parts) {
      const index = list.indexOf(part);
      if (index !== -1) yield { expression: `${nameInput(index)} / (${sum}) * 100`, inputs: list };
    }
  }
};

/** Returns the items of a table's column whose row the sentence names. */
function pickParts(list: Input[], near: Input[], sentence: string): Input[] {
  const lower = sentence.toLowerCase();
  return list.filter(({ figure }) => {
    const row = figure.cell?.row.toLowerCase() ?? '';
    return (row.length > 1 && lower.includes(row)) || near.some((input) => input.figure.value === figure.value);
  });
}

/**
 * How many times a figure is another one: "2.4 times". Of two counts that stand alone, one may be told for each of the
 * other.
 */
export const findRatio: Operation = function* (target, { pairs, near }) {
  const { kind } = target.figure;
  if (kind !== 'times' && kind !== 'plain' && !(kind === 'currency' && tellsOfOne(target.sentence))) return;
  const isTold = kind === 'times' || tellsRatio(target.sentence);
  for (const [small, large] of pairs) {
    if (!areComparable(small, large) || small.figure.value === 0) continue;
    if (Math.abs(large.figure.value) < Math.abs(small.figure.value)) continue;
    if (kind === 'plain' && countsOther(target, large, small)) continue;
    // "Four times less" is told of the smaller one.
    const [subject, standard] = target.cues.direction < 0 ? [small, large] : [large, small];
    if (kind === 'times' && !fitsOrder(target, subject, standard)) continue;
    if (!isTold && (!areAlone(small, large, near) || !fitsPer(target, small, near))) continue;
    yield { expression: 'b / a', inputs: [small, large] };
  }
};

/** Returns true if the word behind a figure is what its divisor counts: "12 nurses" of 96 patients and eight nurses. */
function countsOther({ figure, sentence, language }: Target, counted: Input, divisor: Input): boolean {
  const [next] = readContentWords(sentence.slice(figure.end, figure.end + 40), language);
  if (language === 'ja' || !next || !divisor.beside || !counted.beside) return false;
  return divisor.beside.has(next.stem) && !counted.beside.has(next.stem);
}

/** Returns true for the only two counts of a passage: eight nurses and 96 patients. */
function areAlone(one: Input, other: Input, near: Input[]): boolean {
  const isCount = ({ figure, citation, origin }: Input) =>
    figure.kind === 'plain' && figure.cell === null && citation === one.citation && origin !== 'document';
  return isCount(one) && isCount(other) && near.filter(isCount).length === 2;
}

/** "Of every hundred kroner" is a way to say percent. */
export const ofHundred = new RegExp(
  [
    '(?:every|each) (?:hundred|100)|\\bout of (?:a )?(?:hundred|100)',
    '(?:von|aus) (?:je(?:dem|den) )?(?:hundert|100) |cada (?:cien|100)|(?:chaque|sur|de|pour) (?:cent|100) ',
    // One unit of a currency, of which some hundredths are left.
    '(?:each|every|per|one|je|pro|jede[mnrs]?|ein(?:em|en)?|chaque|par|un|cada|por(?: cada)?) (?:\\p{L}+ )?(?:euros?|dollars?|dólar|pounds?|francs?|Franken|franco|kron[eor]+|Kronen?|peso|livre|libra)(?!\\p{L})',
    '(?:every|each|per|of|je|pro|von|chaque|sur|pour|cada|de|por) (?:[$€£¥]|[A-Z]{3})\\s?100(?![\\d.,]\\d)',
    '(?:every|each|per|of|je|pro|von|chaque|sur|pour|cada|de|por) 100\\s?(?:[$€£¥]|[A-Z]{3}\\b|euros?|dollars?|dólares|Franken|francs)',
    '(?:100|百)円(?:につき|当たり|あたり|のうち|に対し|ごと|の売|の収|から|を売|で)',
    '[上益入](?:100|百)円',
  ].join('|'),
  'iu',
);
const costWords =
  /\bcosts?\b|expens|spend|cost of|aufwand|kosten|ausgaben|charges|coûts?\b|achats|dépens|coste|gasto|compras|原価|費用|経費|コスト|[料材告究件設金光熱送維持営]費/iu;
const marginNouns = /\bmargins?\b|marge(?:n|s)?(?!\p{L})|m[aá]rgen(?:es)?(?!\p{L})|利益率|粗利|マージン/iu;
/** Returns true for a figure that its passage calls a cost. */
export const isCost = (input: Input, context: string): boolean => costWords.test(labelOf(input, context));

const profitWords =
  /\bprofit|\bEBIT|earnings|net income|surplus|gewinn|ergebnis|überschuss|résultat|bénéfice|beneficio|resultado|ganancia|利益|黒字/iu;
const isProfit = (input: Input, context: string) =>
  profitWords.test(labelOf(input, context)) && !isCost(input, context);

/** Returns what a passage or table calls a figure: its column and row, or the words of its clause before it. */
function labelOf({ figure }: Input, context: string): string {
  if (figure.cell) return `${figure.cell.column} ${figure.cell.row}`;
  const at = context.indexOf(figure.shown);
  return at === -1
    ? ''
    : (context
        .slice(Math.max(0, at - 50), at)
        .split(/[.;,。、\n]|\d/u)
        .at(-1) ?? '');
}

/** Share of revenue that is left after cost, in percent. */
export const findMargin: Operation = function* (target, { pairs }) {
  const isOfHundred = ofHundred.test(target.sentence) && target.figure.kind !== 'points';
  const bases = target.figure.kind === 'percent' ? [] : readBases(target.sentence);
  if (!isOfHundred && bases.length === 0 && (target.figure.kind !== 'percent' || !target.cues.margin)) return;
  for (const [cost, revenue] of pairs) {
    if (!areComparable(cost, revenue) || revenue.figure.value === 0 || cost.figure.kind === 'percent') continue;
    if (Math.abs(cost.figure.value) >= Math.abs(revenue.figure.value) || comparePeriods(cost, revenue) !== 0) continue;
    const told = isOfHundred || bases.length === 0 ? [100] : bases.map(({ value }) => value);
    for (const base of told) {
      if (!isProfit(cost, target.context)) yield { expression: `(b - a) / b * ${base}`, inputs: [cost, revenue] };
      if (!isCost(cost, target.context)) yield { expression: `a / b * ${base}`, inputs: [cost, revenue] };
    }
  }
};

/** Finds a remainder: a hundred percent, or a total, less its parts. */
export const findRemainder: Operation = function* (target, { near, lists, pairs }) {
  if (target.figure.kind === 'percent') {
    const percents = near.filter(({ figure }) => figure.kind === 'percent');
    // The rest of one percentage may be told in other words: "74 % work full-time" of "26 % part-time".
    for (const percent of percents) yield { expression: '100 - a', inputs: [percent] };
    for (const list of [percents, ...lists.filter((one) => one.every(({ figure }) => figure.kind === 'percent'))]) {
      if (list.length < 2 || list.length > 12 || !isComplete(target, list, near)) continue;
      if (!target.cues.remainder && (target.cues.direction !== 0 || !isAdded(list))) continue;
      yield { expression: `100 - ${list.map((_, index) => nameInput(index)).join(' - ')}`, inputs: list };
    }
    return;
  }
  if (!target.cues.remainder) return;
  for (const [part, whole] of pairs) {
    if (!areComparable(part, whole) || !hasUnitOf(target, whole) || whole.figure.value <= part.figure.value) continue;
    yield { expression: 'b - a', inputs: [part, whole] };
  }
  for (const list of [near, ...lists]) {
    const own = list.filter(
      (input) => hasUnitOf(target, input) && input.figure.kind !== 'year' && input.figure.kind !== 'percent',
    );
    const whole = own.toSorted((one, other) => other.figure.value - one.figure.value)[0];
    if (!whole || own.length < 3 || own.length > 12) continue;
    const parts = own.filter((input) => input !== whole);
    const names = parts.map((_, index) => nameInput(index + 1)).join(' - ');
    yield { expression: `a - ${names}`, inputs: [whole, ...parts] };
  }
};
