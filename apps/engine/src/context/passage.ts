/** A piece of a stored source, in its exact words. */
export interface Passage {
  /** Place of the source in the run's list. */
  source: number;
  /** Of the first character in the source's text. */
  position: number;
  text: string;
  /** Headings above it, and the first row of its table: found by, but not part of its words. */
  context: string;
}
