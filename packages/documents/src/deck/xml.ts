const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML 1.0 forbids or advises against. */
const forbidden = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu;

/** Writes a text as content or as a value of an attribute, without what XML forbids. */
export function escapeXml(text: string): string {
  return dropForbidden(text).replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}

/** Returns a text without the characters that XML forbids. */
export function dropForbidden(text: string): string {
  return text.toWellFormed().replace(forbidden, '');
}

/** Returns a text as one line. No-break spaces stay. */
export function cleanLine(text: string): string {
  return dropForbidden(text)
    .replace(/[^\S\u00a0\u202f]+/gu, ' ')
    .trim();
}

const scales =
  'Mio\\.|Mrd\\.|Tsd\\.|Millionen|Milliarden|millions?|milliards?|millones|billions?|thousand';
const currencies = '[MTk]?€|\\$|£|¥|EUR|USD|GBP|CHF|JPY';
const units = `%|‰|°C|Prozent|percent|[kMGT]?Wh?|[kM]?t|[cmµk]?m[²³]?|k?g|ha|h`;
const beforeUnit = new RegExp(
  `(\\d) (?=(?:${scales}|${currencies}|${units})(?![\\p{L}\\p{N}]))`,
  'gu',
);
const beforeCurrency = new RegExp(`(${scales}) (?=${currencies})`, 'gu');

/** Returns a text as one line, in which numbers stay on the line of their units. */
export function cleanText(text: string): string {
  return cleanLine(text).replace(beforeUnit, '$1\u00a0').replace(beforeCurrency, '$1\u00a0');
}

export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Namespaces of a slide, a layout or a master. */
export const slideNamespaces =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
