/**
 * Makes untrusted text inert in markdown: it shows exactly the same words, but cannot form a tag, link, emphasis,
 * heading, footnote or table cell. Only characters that could act are escaped.
 */
export function escapeMarkdown(line: string): string {
  return line
    .replace(/[\\`*[\]<>|]|~(?=~)/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/^(#{1,6}|[-+=]+)(?=\s|$)/, '\\$1')
    .replace(/^(\d+)([.)])(?=\s)/, '$1\\$2');
}

/** Returns the words that escaped markdown shows. */
export function unescapeMarkdown(line: string): string {
  return line.replace(/\\([\\`*[\]<>|~$_#&+=.)-])/g, '$1');
}
