import { escapeMarkdown } from '@ecp/markdown/escape-markdown';

/** Text that others wrote, as one inert line: no line break, markup, HTML or table cell can come out of it. */
export function inlineText(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  // Number signs at the end of a heading would close it, and vanish.
  return escapeMarkdown(line).replace(/(?<![\\#])#+$/, '\\$&');
}

/** Text that others wrote, as an inert quote; cut after `maxCharacters` at the end of a word. */
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

/** A column of a table: its title, and whether it holds numbers, which stand on the right. */
export interface Column {
  title: string;
  numeric?: true;
}

/** A markdown table; its cells are markdown of one line already. Shorter rows are filled up. */
export function writeTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(({ title }) => title)),
    line(columns.map(({ numeric }) => (numeric ? '---:' : '---'))),
    ...rows.map((row) => line(columns.map((_column, index) => row[index] ?? ''))),
  ].join('\n');
}

/** A list of one-line entries. */
export const writeList = (entries: readonly string[]): string => entries.map((entry) => `- ${entry}`).join('\n');

/** A section with its title, or nothing where there is nothing to say. */
export const writeSection = (title: string, ...parts: readonly string[]): string[] => {
  const said = parts.filter((part) => part !== '');
  return said.length === 0 ? [] : [`## ${title}`, ...said];
};
