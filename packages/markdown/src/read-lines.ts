/** A line of markdown with its line feed. */
export interface MarkdownLine {
  raw: string;
  /** True inside fenced code, its fences included. */
  isCode: boolean;
  /** The level of the heading that begins here; 0 for any other line. */
  level: number;
  /** The words of that heading as they are written; empty for any other line. */
  title: string;
}

/**
 * Reads markdown line by line; the lines joined are the text again. Finds fenced code and the headings outside of it,
 * also those that are underlined. Takes time in proportion to the text, whatever stands in it.
 */
export function readLines(markdown: string): MarkdownLine[] {
  const raws = markdown.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  let fence: string | null = null;
  return raws.map((raw, index) => {
    const marks = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(raw.trimEnd())?.[1];
    const opened = fence;
    if (fence === null) fence = marks ?? null;
    else if (closes(fence, raw)) fence = null;
    if (opened !== null || fence !== null) return { raw, isCode: true, level: 0, title: '' };
    return { raw, isCode: false, ...readHeading(raw, raws[index + 1]) };
  });
}

/** Removes the number signs that close a heading: those at its end with a blank before them. */
export function withoutClosingSigns(words: string): string {
  let end = words.length;
  while (words.charAt(end - 1) === '#') end -= 1;
  return end < words.length && /\s/.test(words.charAt(end - 1)) ? words.slice(0, end).trimEnd() : words;
}

function closes(fence: string, raw: string): boolean {
  const marks = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(raw.trimEnd())?.[1];
  return marks?.[0] === fence[0] && (marks?.length ?? 0) >= fence.length;
}

function readHeading(raw: string, next: string | undefined): { level: number; title: string } {
  const [, marks = '', words = ''] = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/.exec(raw.trimEnd()) ?? [];
  if (marks !== '') return { level: marks.length, title: withoutClosingSigns(words).trim() };
  const line = /^ {0,3}(=+|-+)[ \t]*$/.exec(next?.trimEnd() ?? '')?.[1];
  const isText = /^ {0,3}[^\s>|#-]/.test(raw);
  return line !== undefined && isText ? { level: line[0] === '=' ? 1 : 2, title: raw.trim() } : { level: 0, title: '' };
}
