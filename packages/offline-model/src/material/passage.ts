import type { Language } from '@ecp/language/language';
import type { EngineTable } from '@ecp/model-calls/prompt-types';

/** The origin of a statement. */
export interface Origin {
  /** `answer`: what people answered to a question. */
  kind: 'brief' | 'source' | 'deliverable' | 'answer';
  /** The title by which footnotes name it: "Brief", "Answer <id>", or the title of the source or file. */
  label: string;
  /** URL, page or sheet; null when the label is enough. */
  location: string | null;
  /** The typed table whose text this is. Absent for other texts. */
  table?: EngineTable;
  language: Language;
  /** The decimal sign of its numbers; null if it does not tell. */
  decimalSign: '.' | ',' | null;
}

/** One sentence or list item in the exact words of the material. */
export interface Passage {
  text: string;
  /** True when the text is the beginning of a longer sentence. */
  clipped: boolean;
  stems: string[];
  origin: Origin;
  /** The heading above the passage in its document. */
  heading: string | null;
  /** Position in the whole material, ascending in reading order. */
  order: number;
  /** True for a question or a request. It tells a wish and no fact. */
  isRequest: boolean;
  /** True for words in running text that form no sentence: a heading-like line, a navigation entry, a signature. */
  isLabel: boolean;
  /**
   * True for words addressed to the processor of the text ("ignore previous instructions"). They are never followed.
   */
  isInstruction: boolean;
}

/** A table found in the material. Every row has as many cells as `header`. */
export interface SourceTable {
  origin: Origin;
  heading: string | null;
  header: string[];
  rows: string[][];
  stems: string[];
  /** False when a row, a column or the head is missing or could not be read. Nothing is computed from such a table. */
  isComplete: boolean;
}

/** The passages and tables that were read from one set of documents. */
export interface Material {
  passages: Passage[];
  tables: SourceTable[];
  /** Origins with words that try to steer the processor of the text. Those words are in no passage or table. */
  steered: Set<Origin>;
}

/**
 * True for a sentence that states something: no request, instruction or label, and more than two words with a topic.
 */
export function isStatement({ isRequest, isInstruction, isLabel, stems }: Passage): boolean {
  return !isRequest && !isInstruction && !isLabel && stems.length > 2;
}
