/** One moment with the value of each line; null where a line has none. */
export interface LinePoint {
  x: number;
  values: readonly (number | null)[];
}

/** Names of a chart's lines, in the order of the values, and how its axes format their values. */
export interface LineWords {
  /** At most three names. */
  lines: readonly string[];
  formatX: (x: number) => string;
  formatY: (y: number) => string;
}
