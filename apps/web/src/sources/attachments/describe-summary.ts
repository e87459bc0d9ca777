import { shownLanguage } from '../../language/language.ts';
import { t } from '../../language/translate.ts';

const readCount = (digits = ''): number => Number(digits.replaceAll(',', ''));

/** The sentences with which the service begins what it says of a file it has read, and their translations. */
const beginnings: readonly [RegExp, (...parts: string[]) => string][] = [
  [
    /^PDF document, ([\d,]+) pages?\./,
    (pages) =>
      t('{count, plural, one {PDF document, # page.} other {PDF document, # pages.}}', { count: readCount(pages) }),
  ],
  [
    /^Workbook, ([\d,]+) sheets?\./,
    (sheets) =>
      t('{count, plural, one {Workbook, # sheet.} other {Workbook, # sheets.}}', { count: readCount(sheets) }),
  ],
  [
    /^Text, ([\d,]+) words?\./,
    (words) => t('{count, plural, one {Text, # word.} other {Text, # words.}}', { count: readCount(words) }),
  ],
  [
    /^(\w+) image, ([\d,]+) × ([\d,]+) pixels\./,
    (type = '', width = '', height = '') => t('{type} image, {width} × {height} pixels.', { type, width, height }),
  ],
  [/^Web page: (.+)\.$/s, (title = '') => t('Web page: {title}.', { title })],
];

/** Returns what a file's summary says in the language of the page; words of people and rare remarks stay as they are. */
export function describeSummary(summary: string): string {
  if (shownLanguage() === 'en') return summary;
  for (const [pattern, translate] of beginnings) {
    const found = pattern.exec(summary);
    if (found) return translate(...found.slice(1)) + describeRest(summary.slice(found[0].length));
  }
  return describeRest(summary);
}

const describeRest = (remarks: string): string =>
  remarks
    .replace(/It holds no text\./, t('It holds no text.'))
    .replace(/Only its beginning was read\./, t('Only its beginning was read.'));
