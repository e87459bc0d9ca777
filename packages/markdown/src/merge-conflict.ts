/** A place that two writers have changed differently. The merged text has the words of `mine`. */
export interface MergeConflict {
  /** Index of the section in the merged document, or of the one that it would precede; null outside of sections. */
  section: number | null;
  /** The sections of one writer, as markdown; empty where they were removed. */
  mine: string;
  theirs: string;
}
