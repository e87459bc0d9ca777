import { escapeMarkdown } from '@ecp/markdown/rendered-text';

/** Makes untrusted text one inert line: it cannot produce a line break, markup, HTML or a table cell. */
export function inlineText(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  // Markdown would drop number signs at the end of a heading, so they are escaped.
  return escapeMarkdown(line).replace(/(?<![\\#])#+$/, '\\$&');
}

/** Makes untrusted text an inert quote, cut at the end of a word after at most `maxCharacters`. */
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

/** A column of a table: its title, or the title of a column of numbers, which are aligned right. */
export type Column = string | { title: string; numeric: true };

/** Makes a column of numbers. */
export const right = (title: string): Column => ({ title, numeric: true });

/** Makes a markdown table. Cells must be one line of markdown. Missing cells of short rows stay empty. */
export function writeTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map((column) => (typeof column === 'string' ? column : column.title))),
    line(columns.map((column) => (typeof column === 'string' ? '---' : '---:'))),
    ...rows.map((row) => line(columns.map((_column, index) => row[index] ?? ''))),
  ].join('\n');
}

/** Makes a markdown list of one-line entries. */
export const writeList = (entries: readonly string[]): string => entries.map((entry) => `- ${entry}`).join('\n');

/** Returns a section with its title, or an empty list if all parts are empty. */
export const writeSection = (title: string, ...parts: readonly string[]): string[] => {
  const said = parts.filter((part) => part !== '');
  return said.length === 0 ? [] : [`## ${title}`, ...said];
};
