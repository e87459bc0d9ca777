import { type ReadWordFile, readDocx, readWordParts } from './reading/read-docx.ts';
import type { WordWarningKind } from './reading/read-inlines.ts';
import type { WordParts } from './reading/read-parts.ts';
import type { WordInline, WordItem } from './word-item.ts';

/** The text of a Word file that is a source: what a reader sees of it. */
export interface WordSource {
  /**
   * Plain markdown without escapes: headings, labels of lists, rows of tables, notes behind their
   * paragraphs.
   */
  text: string;
  /** What of the file the text does not hold, each kind once. */
  leftOut: WordWarningKind[];
  hasComments: boolean;
  /** Charts and diagrams whose values or words could not be read. */
  unread: { charts: number; diagrams: number };
}

/** Reads a Word file as a source, by the rules of the import. Throws WordRefusal. */
export async function readWordSource(bytes: Buffer): Promise<WordSource> {
  return toSource(await readDocx(bytes, 'source'));
}

/**
 * Reads the parts of a Word file that was opened, or was stored in another form, as a source.
 * Throws WordRefusal.
 */
export function writeWordSource(parts: WordParts): WordSource {
  return toSource(readWordParts(parts, 'source'));
}

function toSource({ items, notes, comments, warnings, unread }: ReadWordFile): WordSource {
  const blocks: string[] = [];
  let isList = false;
  for (const item of items) {
    const text = writeItem(item);
    const joins = isList && item.t === 'entry' && blocks.length > 0;
    if (joins) blocks[blocks.length - 1] += `\n${text}`;
    else if (text !== '') blocks.push(text);
    isList = item.t === 'entry';
    for (const label of labelsIn(item)) {
      const words = (notes.get(label) ?? []).map(writeItem).join(' ').replaceAll('\n', ' ');
      if (words === '') continue;
      blocks.push(`Note: ${words}`);
      isList = false;
    }
  }
  const leftOut = [...new Set(warnings.map(({ kind }) => kind))];
  return { text: blocks.join('\n\n'), leftOut, hasComments: comments.length > 0, unread };
}

function writeItem(item: WordItem): string {
  switch (item.t) {
    case 'heading':
      return `${'#'.repeat(Math.max(item.level, 1))} ${writeInlines(item.c, ' ')}`;
    case 'text':
      return writeInlines(item.c, '\n');
    case 'entry':
      return `${'  '.repeat(Math.max(item.list - 1, 0))}${item.label || '-'} ${writeInlines(item.c, ' ')}`.trimEnd();
    case 'code':
      return item.v;
    case 'table':
      return item.rows.map((row) => `| ${row.map(writeCell).join(' | ')} |`).join('\n');
    case 'rule':
    case 'picture':
      return '';
  }
}

const writeCell = (cell: WordInline[]) => writeInlines(cell, ' ').replaceAll('|', '/');

/**
 * Writes inlines without marks, but for struck words: they and what replaces them would be one
 * number.
 */
function writeInlines(inlines: readonly WordInline[], between: string): string {
  const parts = inlines.map((inline) => {
    if (inline.t === 'break') return between;
    if (inline.t !== 'text') return '';
    return inline.strike && inline.v.trim() !== '' ? `~~${inline.v}~~` : inline.v;
  });
  return parts.join('').replaceAll('\u00ad', '').trim();
}

function labelsIn(item: WordItem): string[] {
  const inlines = item.t === 'table' ? item.rows.flat(2) : 'c' in item ? item.c : [];
  return inlines.flatMap((inline) => (inline.t === 'note' ? [inline.label] : []));
}
