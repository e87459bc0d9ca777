/**
 * What the Typst templates walk: markdown as plain data, flat enough that no nesting in a document can exhaust the
 * typesetter. Keys are short because a long report repeats them a hundred thousand times.
 */
export type Block =
  | { t: 'heading'; level: number; c: Inline[]; plain: string; rtl?: string }
  | { t: 'para'; c: Inline[]; rtl?: string }
  | { t: 'code'; v: string; lang: string | null }
  | { t: 'quote'; c: Block[] }
  | { t: 'list'; ordered: boolean; start: number; tight: boolean; items: ListItem[]; rtl?: string }
  | TableBlock
  | { t: 'sideways'; c: TableBlock[] }
  | { t: 'image'; path: string; alt: string; widthPt: number }
  | { t: 'rule' }
  | { t: 'note'; v: string };

/** `checked` is null for an item that is no task. */
export interface ListItem {
  checked: boolean | null;
  c: Block[];
}

/** Columns carry their share of the width; `landscape` asks for pages on their side. */
export interface TableBlock {
  t: 'table';
  columns: { share: number; align: 'left' | 'center' | 'right' }[];
  sizePt: number;
  landscape: boolean;
  head: Inline[][];
  rows: Inline[][][];
  note: string | null;
}

/** One stretch of text with its marks: bold, italic, struck, code, and emoji where a plain sign asks to be one (U+FE0F). */
export interface TextRun {
  t: 'run';
  v: string;
  b?: true;
  i?: true;
  s?: true;
  code?: true;
  e?: true;
}

/** A footnote carries its text (`c`) where it is first called; later calls carry only the key. */
export type Inline =
  | TextRun
  | { t: 'br' }
  | FootnoteMark
  | { t: 'link'; url: string; c: TextRun[] }
  | { t: 'fn'; key: string; c?: Block[] }
  | { t: 'img'; path: string; alt: string; widthPt: number };

/** What the check of a footnote found, in words: `ok` only chooses the sign before them. */
export interface FootnoteMark {
  t: 'mark';
  ok: boolean;
  v: string;
}

/**
 * A parsed document: its first heading when that opens the document, whether it is an offline draft, its blocks, and the
 * identifiers of its footnotes in the order of their printed numbers.
 */
export interface DocumentTree {
  heading: string | null;
  offline: boolean;
  blocks: Block[];
  footnotes: string[];
}
