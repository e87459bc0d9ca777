/** One row of the table: how many statements there were, and of how many it is true. */
export interface Measured {
  title: string;
  statements: number;
  count: number;
}

/** Prints a line, if people asked for single statements. */
export type Show = (line: string) => void;
