/** A piece of a stored source, in its exact words. */
export interface Passage {
  /** Index of the source in the run's list. */
  source: number;
  /** Index of the first character in the source's text. */
  position: number;
  text: string;
  /** The headings above it and the first row of its table. They are searched but not part of its words. */
  context: string;
}
