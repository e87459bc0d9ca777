const currency =
  'EUR|USD|GBP|CHF|JPY|CNY|RMB|DKK|SEK|NOK|PLN|CZK|HUF|RON|TRY|INR|AUD|CAD|NZD|BRL|MXN|ZAR|KRW|SGD|HKD|Euros?|[€$£¥₹₩]';
const scale =
  "'?000s?|k|K|T|thousands?|m|M|mn|mio\\.?|millions?|mill\\.?|bn|b|billions?|mrd\\.?|milliarden?|millionen|millones|" +
  'milliers|tsd\\.?|tausend|mil|千|百万|億';
const measure =
  '%|‰|percent|per cent|prozent|pct|pp|bps|kg|g|t|tons?|tonnes?|tonnen|km|m|cm|mm|m²|m2|m³|m3|ha|l|hl|kWh|MWh|GWh|TWh|' +
  'kW|MW|GW|h|hours?|hrs|stunden|min|minutes?|minuten|s|days?|tage|jours|días|weeks?|months?|monate|years?|jahre|' +
  'pcs|pieces?|stück|stk\\.?|units?|FTEs?|VZÄ|heads?|people|persons?|personen|x|°C|円|人|個|件';
const money = `(?:(?:${currency})\\s?(?:${scale})?)|(?:(?:${scale})\\s?(?:${currency}))`;
const before = '^(?:in |en |angaben in |amounts in |all figures in |values in |montants en )?';
const unitText = new RegExp(`${before}(?<unit>${money}|(?:${measure}))$`, 'iu');
/** Words such as `day` and `year` are names of columns where nothing says that they are units. */
const plainUnit = new RegExp(`${before}(?<unit>${money}|[%‰])$`, 'iu');
const inBrackets = /^(?<name>.*?)\s*[([](?<unit>[^()[\]]{1,40})[)\]]\s*$/s;
const afterIn = /^(?<name>.+?),?\s(?:in|en)\s(?<unit>.{1,30})$/is;
const atEnd = new RegExp(
  `^(?<name>.*\\S)[\\s,]+(?<unit>%|‰|(?:EUR|USD|GBP|CHF|JPY|DKK|SEK|NOK|€|\\$|£|¥)(?:\\s(?:${scale}))?|(?:${scale})\\s(?:EUR|USD|GBP|CHF|JPY|DKK|SEK|NOK|€|\\$|£|¥))$`,
  'iu',
);

/** A head's words without its unit. */
export interface HeadText {
  name: string;
  unit: string | null;
}

/** Returns the unit if a text is nothing else, as in the corner of a head: `in EUR 000`, `(kg)`, `%`. */
export function readUnit(text: string): string | null {
  const inside = /^[([]\s*(.*?)\s*[)\]]$/s.exec(text.trim())?.[1];
  return inside === undefined ? match(plainUnit, text.trim()) : readMeasure(inside);
}

/** Returns the unit of a text of which one knows that it measures something: `kg`, `days`, `EUR 000`. */
export function readMeasure(text: string): string | null {
  return match(unitText, text.trim());
}

function match(form: RegExp, text: string): string | null {
  const unit = form.exec(text)?.groups?.['unit'];
  return unit === undefined ? null : normalize(unit);
}

/** Takes the unit out of a head: `Revenue (EUR 000)`, `Share in %`, `Sales, EUR`. Other brackets stay in the name. */
export function splitHead(text: string): HeadText {
  for (const form of [inBrackets, afterIn, atEnd]) {
    const groups = form.exec(text)?.groups;
    const unit = groups?.['unit'] === undefined ? null : readMeasure(groups['unit']);
    if (unit !== null && groups?.['name']?.trim()) return { name: groups['name'].trim(), unit };
  }
  return { name: text, unit: null };
}

function normalize(unit: string): string {
  return /^(?:percent|per cent|prozent|pct)$/i.test(unit) ? '%' : unit.trim();
}
