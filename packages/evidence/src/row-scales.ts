import { readContentWords } from '@ecp/language/content-words';
import type { NamedUnit } from '@ecp/language/head-units';
import type { Language } from '@ecp/language/language';
import { clean, type Quantity, type Reading } from '@ecp/language/quantities';
import type { Measure } from '@ecp/language/units';

const perShare =
  /(?<!\p{L})(?:(?:per|je|pro|par|por)[\s-](?:\p{L}+\s)?(?:shares?|units?|aktien?|anteil|actions?|acci[oó]n(?:es)?|ads|adr)|EPS|DPS|BPA|BNPA|UPA)(?!\p{L})|1株|一株/iu;
const perThing = /(?<!\p{L})(?:per|je|pro|par|por)[\s-]\p{L}|1株|一株/iu;
/**
 * Words for what is counted, which end a label: "Employees", "average headcount", but not "Staff
 * costs".
 */
const countedThings =
  String.raw`employees staff workforce headcount ftes? stores shops outlets branches restaurants hotels customers clients subscribers users
  members patients students visitors guests beds rooms vehicles aircraft countries \p{L}*mitarbeiter(?:innen)? beschäftigte
  belegschaft \p{L}*filialen \p{L}*kunden \p{L}*mitglieder standorte vollzeitkräfte vollzeitstellen effectifs? salariés
  employés magasins abonnés empleados plantilla trabajadores tiendas clientes socios`.split(/\s+/u);
const counted = new RegExp(
  String.raw`^(?:(?!(?:of|per|von|je|de|par|por)\s)[\p{L}-]+\s){0,2}(?:${countedThings.join('|')})(?=\s*(?:$|[,:;(]|at\s|as\s|zum\s|am\s|au\s|al\s|en\s))|^(?:\p{L}+\s)?(?:number of|anzahl|zahl der|nombre de|número de)(?!\p{L})|(?:従業員|人員|社員)数?$|(?:人数|件数|社数|店舗数|会員数|顧客数)`,
  'iu',
);
const ratio =
  /(?<!\p{L})(?:(?:\p{L}+[\s-])?(?:ratio|rate|yield|multiple|coverage|percentage|share)|ROE|ROCE|ROIC|ROA|ROI|\p{L}*quote|\p{L}*rendite|\p{L}*marge|(?:zins|steuer|prozent)satz|taux|ratio|tasa|margen|margin|rentabilidad)(?!\p{L})|率|比率|割合/iu;
const ratioNames =
  /ratio|percent|quote|prozent|kennzahl|pourcent|taux|porcentaje|tasa|率|比率|割合|%/iu;
const shareNames = /share|aktie|action|acci[oó]n|株/iu;
const countNames =
  /number|count|employee|staff|headcount|anzahl|mitarbeit|stück|personal|nombre|effectif|número|empleado|plantilla|人|数/iu;

/** True if a note of units excepts a row, by its words or by its kind. */
export function isNamedIn(label: string, excepted: string, language: Language | null): boolean {
  if (perShare.test(label) && shareNames.test(excepted)) return true;
  if (ratio.test(label) && ratioNames.test(excepted)) return true;
  if (counted.test(label) && countNames.test(excepted)) return true;
  const stemsOf = (words: string) => readContentWords(words, language).map(({ stem }) => stem);
  const named = new Set(stemsOf(excepted));
  const own = stemsOf(label.replace(/[([（][^)\]）]*[)\]）]/gu, ''));
  return own.length > 0 && own.every((stem) => named.has(stem));
}

/**
 * Gives a number the unit and scale of its place, unless the cell has its own. Amounts per share
 * never have the scale of a table, nor have counts that of its currency.
 * @param isExcepted true if the note that gives the scale excepts the row
 */
export function putInPlace(
  bare: Quantity,
  named: NamedUnit | null,
  labels: readonly string[],
  isExcepted = false,
): Quantity {
  if (named === null || bare.form === 'ratio') return bare;
  const isOther =
    bare.measure !== null && named.unit !== null && bare.measure.kind !== named.unit.kind;
  const isShare = bare.measure !== null && bare.measure.kind !== 'money';
  if (isOther || bare.scale > 1 || isShare) return bare;
  const measure: Measure | null =
    bare.measure ??
    (named.unit && { kind: named.unit.kind, unit: named.unit.unit, per: named.per });
  const size =
    named.unit && named.unit.kind !== 'money' && named.unit.kind !== 'unit' ? named.unit.size : 1;
  const scaled =
    (by: number, own: Measure | null) =>
    (reading: Reading): Reading => ({
      value: clean(reading.value * by * size),
      step: reading.step * by * size,
      scale: by,
      measure: own,
    });
  const isOfMoney = bare.measure === null && named.unit?.kind === 'money';
  const isOf = (words: RegExp) => labels.some((label) => words.test(label));
  const isCount = isOf(counted) && bare.measure === null && (named.unit === null || isOfMoney);
  const isRatio = isOf(ratio) && isOfMoney && named.scale > 1;
  const all = [bare, ...bare.others];
  const [asIs, asScaled] = [
    (own: Measure | null) => all.map(scaled(1, own)),
    all.map(scaled(named.scale, measure)),
  ];
  const readings =
    named.scale > 1 && isOf(perShare)
      ? asIs(measure)
      : isExcepted
        ? asIs(isOf(perThing) ? measure : null)
        : isOf(perThing) && named.scale > 1
          ? [...asIs(measure), ...asScaled]
          : isCount && isOfMoney
            ? asIs(null)
            : isRatio
              ? [...asIs(null), ...asScaled]
              : asScaled;
  const [first = bare, ...others] = readings;
  return { ...bare, ...first, others };
}

/** True for a number that its place gives no scale in any reading. */
export const isWithoutScale = ({ scale, others }: Quantity): boolean =>
  [{ scale }, ...others].every((one) => one.scale === 1);
