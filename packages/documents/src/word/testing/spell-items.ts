import { readMarkdown } from '../markdown.ts';
import type { ReadWordFile } from '../reading/read-docx.ts';
import type { WordItem } from '../word-item.ts';
import { labelOfAgain, mapInlines, signItem, tidyInlines } from '../word-item.ts';

/**
 * Signatures of items with notes spelled out. Labels, tags as text and depth do not count:
 * deletions change depth.
 */
function spellItems(
  items: readonly WordItem[],
  noteOf: (label: string) => readonly WordItem[],
): string[] {
  return items.map((item) => {
    const spelled = mapInlines(item, (inlines) =>
      inlines.map((inline) => {
        if (inline.t === 'note')
          return { ...inline, label: JSON.stringify(spellItems(noteOf(inline.label), () => [])) };
        if (inline.t !== 'text' || !inline.html) return inline;
        const { html, ...text } = inline;
        return text;
      }),
    );
    const level = spelled.t === 'heading' ? { level: 1 } : {};
    return signItem({ ...spelled, ...level, quote: 0, list: 0 });
  });
}

/** Spells a Word file as it was read. A note that it calls again has the text of the version. */
export function spellFile(
  { items, notes }: Pick<ReadWordFile, 'items' | 'notes'>,
  version: string,
): string[] {
  const base = readMarkdown(version);
  return spellItems(
    foldEmpty(items),
    (key) => notes.get(key) ?? base.notes.get(labelOfAgain(key) ?? '')?.items ?? [],
  );
}

/** Spells a markdown text. */
export function spellMarkdown(markdown: string): string[] {
  const { items, notes } = readMarkdown(markdown);
  return spellItems(
    foldEmpty(items.map(({ item }) => item)),
    (label) => notes.get(label)?.items ?? [],
  );
}

/** Markdown has no paragraph below an entry without words: the paragraph is the entry. */
function foldEmpty(items: readonly WordItem[]): WordItem[] {
  const isEmpty = (item: WordItem | undefined) =>
    item?.t === 'entry' && tidyInlines(item.c).length === 0;
  return items.flatMap((item, at) => {
    const before = items[at - 1];
    if (isEmpty(item)) return [];
    if (item.t !== 'text' || item.list === 0 || before?.t !== 'entry' || !isEmpty(before))
      return [item];
    return [{ ...before, c: item.c }];
  });
}
