import { currencyPattern, writtenUnit } from '@ecp/language/units';

/** Words such as `day` and `year` are names of columns where nothing says that they are units. */
const isSign = (unit: string) => money.test(unit) || /^[%‰]$/.test(unit);
const money = new RegExp(`(?<!\\p{L})[kTM]?(?:${currencyPattern}|Euros?)(?!\\p{L})`, 'iu');
const inBrackets = /^(?<name>.*?)\s*[([](?<unit>[^()[\]]{1,40})[)\]]\s*$/s;
const afterIn = /^(?<name>.+?),?\s(?:in|en)\s(?<unit>.{1,30})$/is;
/** Without brackets, two words or one. */
const ends = [/^(?<name>.*\S)[\s,]+(?<unit>\S+\s\S+)$/s, /^(?<name>.*\S)[\s,]+(?<unit>\S+)$/s];

/** A head's words without its unit. */
export interface HeadText {
  name: string;
  unit: string | null;
}

/** Returns the unit if a text is nothing else, as in the corner of a head: `in EUR 000`, `(kg)`, `%`. */
export function readUnit(text: string): string | null {
  const inside = /^[([]\s*(.*?)\s*[)\]]$/s.exec(text.trim())?.[1];
  if (inside !== undefined) return writtenUnit(inside);
  const unit = writtenUnit(text);
  return unit !== null && isSign(unit) ? unit : null;
}

/** Takes the unit out of a head: `Revenue (EUR 000)`, `Share in %`, `Sales, EUR`. Other brackets stay in the name. */
export function splitHead(text: string): HeadText {
  for (const form of [inBrackets, afterIn, ...ends]) {
    const { name, unit } = form.exec(text)?.groups ?? {};
    const found = unit === undefined ? null : writtenUnit(unit);
    if (found !== null && name?.trim() && (!ends.includes(form) || isSign(found)))
      return { name: name.trim(), unit: found };
  }
  return { name: text, unit: null };
}
