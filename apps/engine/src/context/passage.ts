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

/** A passage that a search found; the words are read from the stored source again, so that they stay exact. */
export interface PassageRef {
  source: number;
  position: number;
  /** In characters, as `position`. */
  length: number;
}
