import { marksOf, tidyInlines } from './tidy-inlines.ts';
import type { WordInline, WordItem } from './word-item.ts';

/**
 * Makes the signature of an item: two items with the same signature have the same words, marks, notes and place.
 * Notes are told apart by their labels. Numbers of lists do not count, nor does the place of a table, which Word lacks.
 */
export function signItem(item: WordItem): string {
  const place = `${item.quote}.${item.list}`;
  switch (item.t) {
    case 'heading':
      return JSON.stringify(['heading', item.level, place, signInlines(item.c)]);
    case 'entry':
      return JSON.stringify(['entry', item.ordered, place, signInlines(item.c)]);
    case 'text':
      return JSON.stringify(['text', place, signInlines(item.c)]);
    case 'code':
      return JSON.stringify(['code', place, item.v.trimEnd()]);
    case 'table':
      return JSON.stringify(['table', item.rows.map(signRow)]);
    case 'picture':
      return JSON.stringify(['picture', item.name]);
    case 'rule':
      return JSON.stringify(['rule', place]);
  }
}

/** Makes the signature of a table's row. */
export function signRow(row: readonly WordInline[][]): string {
  return JSON.stringify(row.map(signInlines));
}

function signInlines(inlines: readonly WordInline[]): unknown[] {
  return tidyInlines(inlines).map((inline) => {
    if (inline.t === 'text') return [inline.v, marksOf(inline)];
    if (inline.t === 'note') return { note: inline.label };
    return inline.t === 'break' ? '\n' : { picture: inline.name };
  });
}

/** Returns the lists of inlines that an item has, a table's cells one by one. */
export function inlinesOf(item: WordItem): WordInline[][] {
  if (item.t === 'table') return item.rows.flat();
  return 'c' in item ? [item.c] : [];
}

/** Changes the inlines of an item. */
export function mapInlines(item: WordItem, change: (inlines: WordInline[]) => WordInline[]): WordItem {
  if (item.t === 'table') return { ...item, rows: item.rows.map((row) => row.map(change)) };
  return 'c' in item ? { ...item, c: change(item.c) } : item;
}
