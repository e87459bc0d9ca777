import { escapeMarkdown } from './rendered-text.ts';

const extension =
  /\.(?:md|txt|csv|tsv|xlsx?|xlsm|ods|docx?|odt|pptx?|odp|pdf|html?|json|xml|png|jpe?g)$/i;

/**
 * Turns a file's name into words: `price_plan-2026.xlsx` into “Price plan 2026”. Other titles stay.
 */
export function titleOfFilename(filename: string): string {
  if (!extension.test(filename)) return filename;
  const words = filename
    .replace(extension, '')
    .replace(/[-_\s]+/g, ' ')
    .trim();
  return words === '' ? filename : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const definition =
  /^( {0,3}\[\^[^\]\s]{1,200}\]:[ \t]*)([^\n:,，、：;“”"|]{1,200}\.[A-Za-z]{2,4})(?=[,:，、：;\s]|$)/gm;

/**
 * Writes titles in place of the file names at the beginnings of footnotes. `titles` has those of
 * documents by their file names; other files are named by the words of their names.
 */
export function nameSources(markdown: string, titles: ReadonlyMap<string, string>): string {
  return markdown.replace(definition, (_, start: string, filename: string) => {
    const title = titles.get(filename);
    if (title !== undefined) return start + escapeMarkdown(title);
    return (
      start + (extension.test(filename) ? escapeMarkdown(titleOfFilename(filename)) : filename)
    );
  });
}
