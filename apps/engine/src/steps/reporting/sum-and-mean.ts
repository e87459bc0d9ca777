/** Returns the mean, or null for an empty list. */
export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the sum of one number of each item. */
export const sumOf = <Part extends string>(items: readonly Record<Part, number>[], part: Part): number =>
  items.reduce((sum, item) => sum + item[part], 0);
