import { breakLongRuns, cleanLine } from '../markdown/clean-text.ts';

/** The printed numbers of a document's footnotes. */
export interface FootnoteNumbers {
  /** `Footnote 3`, or `[^label]` if the text calls no such footnote; `Without a footnote` for null. */
  place(label: string | null): string;
  /** `[3]`, or `[label]` if the text calls no such footnote. */
  reference(label: string): string;
}

/** Identifies a footnote by its label as markdown does, ignoring case. */
export function identifyFootnote(label: string): string {
  return cleanLine(label).toLowerCase();
}

/** Numbers footnotes. `identifiers` are those of the document in the order of their printed numbers. */
export function numberFootnotes(identifiers: string[]): FootnoteNumbers {
  const numbers = new Map(identifiers.map((identifier, index) => [identifier, index + 1]));
  const numberOf = (label: string) => numbers.get(identifyFootnote(label));
  return {
    place: (label) => {
      if (label === null) return 'Without a footnote';
      const number = numberOf(label);
      return number === undefined ? breakLongRuns(cleanLine(`[^${label}]`), 18, 12) : `Footnote ${number}`;
    },
    reference: (label) => `[${numberOf(label) ?? breakLongRuns(cleanLine(label), 18, 12)}]`,
  };
}
