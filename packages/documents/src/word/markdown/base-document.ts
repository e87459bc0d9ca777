import type { WordItem } from '../model/word-item.ts';

/** The facts of an item that stand in the markdown and not in Word. */
export interface ItemOrigin {
  /** Source of the paragraph in a list, with single line feeds and without indentation. */
  source?: string;
  /** Depth of a heading in the markdown. */
  depth?: number;
  /** Language and further words after the fence of code. */
  info?: string;
  /** True for tags that Word shows as code. */
  isHtml?: true;
  /** True if blank lines separate the entries of the list. */
  isLoose?: true;
  /** True if blank lines separate the parts of the entry. */
  isSpread?: true;
  /** Source lines of a table that stands in no list or quote. */
  lines?: string[];
  /** Source of the block of a chart. */
  chart?: string;
}

/** An item of a document of ours, with the number of the unit that it comes from. */
export interface BaseItem {
  item: WordItem;
  unit: number;
  origin: ItemOrigin;
}

/**
 * A block of the top level: its bytes up to the next block. `items` is their number; a unit without items (front
 * matter, definitions, comments) is not visible in Word.
 */
export interface BaseUnit {
  source: string;
  items: number;
  /** Label, if the unit defines a footnote. */
  note: string | null;
  /** True for a list, and for code by indentation, which a list before it would take in. */
  joinsLists: boolean;
}

/** The text of a footnote. */
export interface BaseNote {
  label: string;
  items: WordItem[];
}

/** Markdown as Word will see it, with the bytes from which each part comes. Joining all units restores the markdown. */
export interface BaseDocument {
  /** Bytes before the first unit. */
  front: string;
  units: BaseUnit[];
  items: BaseItem[];
  notes: Map<string, BaseNote>;
  /** Labels of footnotes in the order of their references, those of several references as often. */
  references: string[];
  /** Addresses of the images by their number, from 1: `image-1`. */
  images: string[];
  /** Sources of the charts by their number, from 1: `chart-1`. */
  charts: string[];
  /** True if the document opens with a heading of the first level, its title. */
  hasTitle: boolean;
}
