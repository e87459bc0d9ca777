/** One moment with the value of each line; null where a line has none. */
export interface LinePoint {
  x: number;
  values: readonly (number | null)[];
}

/** Names of a chart's lines, in the order of the values, and how its axes write their values. */
export interface LineWords {
  /** At most three. */
  lines: readonly string[];
  formatX: (x: number) => string;
  formatY: (y: number) => string;
}
