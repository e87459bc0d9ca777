import { formatCount } from '../../../format/format.ts';

/** A count with its noun: “1 task”, “1,200 tasks”. `many` is the plural when it is not `one` with an s. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
