import type { Language } from './language.ts';
import { type FoundUnit, mayBeSame, type Name, readName, readPer, type Unit } from './units.ts';

const fillers =
  /^(?:in|of|the|en|de|des|d|and|und|et|y|la|le|les|los|amounts?|figures|values|data|expressed|all|stated|presented|dollar amounts|unaudited|audited|Angaben|Beträge|Werte|alle|montants|chiffres|cifras|importes|単位|金額|on)$/iu;
/**
 * A note's words from which it names what it does not hold for; in Japanese they stand before the
 * verb.
 */
const exception =
  /(?:[,;(]?\s*(?<!\p{L})(?:except(?:ing|ion)?|unless|excluding|excl\.|other than|apart from|with the exception of|not including|otherwise|außer|ausgenommen|ausschließlich|mit Ausnahme|sofern|sauf|hormis|excepté|à l['’]exception|salvo|excepto|excluyendo|a excepción|con excepción)|,\s*(?:ohne|hors|without|sin))(?!\p{L})(?<rest>.*)$/isu;
const easternException = /(?<rest>[^（）()、。：:]{1,60})(?:を除[くき]|以外)[、,]?/u;
const counted =
  /^(?:units?|pieces?|pcs|headcount|heads?|people|persons?|FTEs?|Stück|Stk|VZÄ|Köpfe|Personen|ETP|effectif|uds|unidades|人|名|件|社|台|店|個|回)$/iu;
const counts = /^(?:numbers?(?: of .*)?|no|#|count|Anzahl|nombre|nb|número|n\.?º)$/iu;

/**
 * Returns the words for what a note of units excepts: "per-share data" of "in millions, except
 * per-share data".
 */
export function readException(note: string): string | null {
  const words =
    (exception.exec(note) ?? easternException.exec(note))?.groups?.['rest']?.trim() ?? '';
  return words === '' ? null : words;
}

/**
 * Reads words that are only a scale and a unit: "in EUR thousand", "$m", "£'000", "GWh". Null for
 * others.
 */
export function readUnitWords(words: string, language: Language | null): FoundUnit | null {
  const text = words
    .replace(exception, '')
    .replace(easternException, '')
    .replace(/(?<!\d)1[,.]?000(?!\d)/, '000')
    .replace(/000['’]s/, '000s')
    .trim();
  const plain = text.replace(/\.$/, '');
  if (counts.test(plain) || counted.test(plain))
    return { unit: null, per: null, scale: 1, otherScales: [], at: 0 };
  let [unit, per, scale, at]: [Unit | null, string | null, number | null, number] = [
    null,
    null,
    null,
    0,
  ];
  const pending: Name[] = [];
  while (at < text.length) {
    const skipped = /^[\s,.:：;()（）·_’‘'-]+/u.exec(text.slice(at));
    if (skipped) {
      at += skipped[0].length;
      continue;
    }
    const name = readName(text, at, language);
    if (name !== null && !(name.unit === null && name.scales === null)) {
      pending.push(name);
      at = name.end;
      const perFound = readPer(
        text,
        { unit: name.unit, per: null, scale: 1, otherScales: [], at },
        language,
      );
      if (perFound.per !== null) [per, at] = [perFound.per, perFound.at];
      continue;
    }
    const word = /^(?:[\p{Script=Latin}]+['’]?|単位|金額|[人台件社]$)/u.exec(text.slice(at))?.[0];
    if (
      word === undefined ||
      !(fillers.test(word.replace(/['’]$/, '')) || /^[人台件社]$/u.test(word))
    )
      return null;
    at += word.length;
  }
  const hasMoney = pending.some((name) => name.unit?.kind === 'money');
  for (const name of pending) {
    const isOnlyUnit =
      name.unit !== null && (name.scales === null || (!hasMoney && name.unit.kind !== 'money'));
    if (isOnlyUnit || (name.unit?.kind === 'money' && name.scales !== null)) {
      if (
        unit !== null &&
        unit.unit !== name.unit?.unit &&
        !mayBeSame(unit.unit, name.unit?.unit ?? '')
      )
        return null;
      unit = unit === null || unit.unit === '$' ? name.unit : unit;
    }
    if (!isOnlyUnit && name.scales !== null) scale = (scale ?? 1) * (name.scales[0] ?? 1);
  }
  return unit === null && scale === null
    ? null
    : { unit, per, scale: scale ?? 1, otherScales: [], at: 0 };
}

/**
 * Words that name a column beside its unit, and the brackets round the unit: `amount (EUR 000)`,
 * `Werte kEUR`.
 */
const namesColumn =
  /[()[\]（）［］]|(?<!\p{L})(?:amounts?|figures|values|data|Beträge|Werte|montants|chiffres|cifras|importes)(?!\p{L})|金額/iu;
const beforeUnit = /^(?:in|en|(?:angaben|amounts|all figures|values|montants) (?:in|en)) /i;

/**
 * Returns the unit of a text that is nothing else: `EUR 000` of "in EUR 000", `kg`, `days`. A scale
 * alone is none.
 */
export function writtenUnit(text: string): string | null {
  const shown = text.trim().replace(beforeUnit, '');
  if (namesColumn.test(shown)) return null;
  const unit = readUnitWords(shown, null)?.unit;
  if (unit?.unit === '%' && unit.size === 1) return '%';
  const isUnit = unit
    ? unit.unit !== 'point' && (unit.kind !== 'times' || shown === 'x')
    : counted.test(shown.replace(/\.$/, ''));
  return isUnit ? shown : null;
}
