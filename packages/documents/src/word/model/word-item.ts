/** Marks of a text. `html` is a tag of the markdown that Word shows as its source. */
export interface WordMarks {
  bold?: true;
  italic?: true;
  strike?: true;
  code?: true;
  html?: true;
  url?: string;
}

/** A text with its marks. */
export interface WordText extends WordMarks {
  t: 'text';
  v: string;
}

/** A note is known by its label in a document of ours, and by its number in a Word file until its label is found. */
export interface WordNote {
  t: 'note';
  label: string;
}

/** A picture is known by its name: `chart-2` and `image-1` are the second chart and the first image of a document. */
export interface WordPicture {
  t: 'picture';
  name: string;
  alt: string;
}

/** The content of a line of a paragraph. */
export type WordInline = WordText | { t: 'break' } | WordNote | WordPicture;

/** The number of quotes and lists around an item. */
export interface WordPlace {
  quote: number;
  list: number;
}

/** Alignment of a column; null if the markdown does not say. */
export type ColumnAlignment = 'left' | 'center' | 'right' | null;

/**
 * A paragraph or table of a Word file, and what becomes one of a markdown document. Lists and quotes are flat: an item
 * knows how many are around it. `entry` is the first paragraph of a list's entry; entries of one list share `series`.
 */
export type WordItem = WordPlace &
  (
    | { t: 'heading'; level: number; c: WordInline[] }
    | { t: 'text'; c: WordInline[] }
    | {
        t: 'entry';
        ordered: boolean;
        series: string;
        /** The first number of a list of ours; in a Word file the number of this entry. */
        start: number;
        /** The label that a Word file shows before the entry of a numbered list: `3.`, `c)`. */
        label?: string;
        c: WordInline[];
      }
    | { t: 'code'; v: string }
    | { t: 'rule' }
    | { t: 'table'; align: ColumnAlignment[]; rows: WordInline[][][] }
    | { t: 'picture'; name: string; alt: string }
  );

/** Deepest quotes and lists that styles of a Word file tell apart. */
export const deepest = { quote: 3, list: 6 } as const;

/** Level of the title, above those of headings (1 to 6). */
export const titleLevel = 0;
