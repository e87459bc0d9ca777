import { formatCount } from '../../format/format.ts';

/** A count with what is counted: “1 task”, “1,200 tasks”; `many` where an s is not enough. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
