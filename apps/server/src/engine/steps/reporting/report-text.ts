import { nanoToUsd } from '@ecp/contract/declaring/money';
import { roundScore } from '@ecp/contract/values/scores';
import { type Formats, formatsOf } from '@ecp/language/formats';
import type { Language } from '@ecp/language/language';
import { fillMessage, type MessageValues } from '@ecp/language/messages';
import { escapeMarkdown } from '@ecp/markdown/rendered-text';
import de from './texts/de.json' with { type: 'json' };
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };
import ja from './texts/ja.json' with { type: 'json' };

/** Makes untrusted text one inert line, without line breaks, markup, HTML or table cells. */
export function inlineText(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  // Markdown would drop number signs at the end of a heading, so they are escaped.
  return escapeMarkdown(line).replace(/(?<![\\#])#+$/, '\\$&');
}

/** Makes untrusted text an inert quote, cut at a word's end after at most `maxCharacters`. */
export function quoteText(text: string, maxCharacters: number): string {
  const characters = [...text];
  const whole = characters.length <= maxCharacters;
  const shown = whole
    ? text
    : `${characters
        .slice(0, maxCharacters)
        .join('')
        .replace(/\s+\S*$/, '')} …`;
  const lines = shown.split(/\r\n|[\n\r\u2028\u2029]/).map(inlineText);
  return lines
    .filter((line) => line !== '')
    .map((line) => `> ${line}`)
    .join('\n>\n');
}

/** The title of a column. Numbers are aligned right. */
export type Column = string | { title: string; numeric: true };

/** Makes a column of numbers, which are aligned right. */
export const right = (title: string): Column => ({ title, numeric: true });

/** Cells must be one line of markdown. Missing cells of short rows stay empty. */
export function writeTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map((column) => (typeof column === 'string' ? column : column.title))),
    line(columns.map((column) => (typeof column === 'string' ? '---' : '---:'))),
    ...rows.map((row) => line(columns.map((_column, index) => row[index] ?? ''))),
  ].join('\n');
}

export const writeList = (entries: readonly string[]): string =>
  entries.map((entry) => `- ${entry}`).join('\n');

/** Returns a section with its title, or an empty list if all parts are empty. */
export const writeSection = (title: string, ...parts: readonly string[]): string[] => {
  const said = parts.filter((part) => part !== '');
  return said.length === 0 ? [] : [`## ${title}`, ...said];
};

/** The words of the reports in one language. Sentences with values are ICU messages. */
export type ReportTexts = typeof en;

const textsByLanguage: Record<Language, ReportTexts> = { en, de, fr, es, ja };

export interface Figures extends Pick<Formats, 'count' | 'decimal' | 'duration' | 'time'> {
  /** Money from nano-USD. */
  money: (nano: number) => string;
  /** A score with at most one decimal. Null gives a dash. */
  score: (score: number | null) => string;
  /** `part` as a percentage of `whole`. A whole of 0 gives a dash. */
  share: (part: number, whole: number) => string;
}

export function textsIn(language: Language): {
  texts: ReportTexts;
  figures: Figures;
  say: (message: string, values: MessageValues) => string;
  /** Writes names in the quotation marks of the language. */
  quoteAll: (names: readonly string[]) => string;
} {
  const texts = textsByLanguage[language];
  const formats = formatsOf(language);
  const say = (message: string, values: MessageValues) => fillMessage(language, message, values);
  return {
    texts,
    say,
    quoteAll: (names) => names.map((name) => say(texts.quoted, { name })).join(texts.comma),
    figures: {
      ...formats,
      money: (nano) => formats.usd(nanoToUsd(nano)),
      score: (score) => (score === null ? '–' : formats.score(roundScore(score))),
      share: (part, whole) => (whole === 0 ? '–' : formats.share(part / whole)),
    },
  };
}

/** Returns a task kind in words. An unknown kind stays as it is. */
export const kindName = (kind: string, { kinds }: ReportTexts): string =>
  (kinds as Record<string, string>)[kind] ?? inlineText(kind);
