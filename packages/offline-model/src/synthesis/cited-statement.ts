import type { Passage } from '../material/passage.ts';
import type { Citations } from '../pack/citations.ts';
import { quoteWords } from '../pack/citations.ts';
import type { Writing } from '../pack/write-findings.ts';

/** A statement of a document with the sources that the document cites for it. */
export interface CitedStatement {
  /** Its words. The origin is the source for a quote, else the document. */
  passage: Passage;
  /** The footnotes as the document defines them, without their labels. */
  definitions: readonly string[];
  /** True for a quote of the source; false for a sentence of the document's writer. */
  isQuote: boolean;
  /** True for a quote of the brief. */
  isBrief: boolean;
  filename: string;
}

/** Writes a statement as a quote with the footnotes of its document, and the document's own if it is its writer's. */
export function quoteStatement(statement: CitedStatement, { citations, language }: Writing): string {
  return `${quoteWords(statement.passage, language)}${citeStatement(statement, citations)}`;
}

/** Returns the references to the sources of a statement. */
export function citeStatement({ passage, definitions, isQuote }: CitedStatement, citations: Citations): string {
  const copied = definitions.map((definition) => citations.copy(definition)).join('');
  return isQuote ? copied : `${citations.cite(passage)}${copied}`;
}
