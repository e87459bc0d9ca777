import type { SummarySort } from '@ecp/contract/work/queue';

/** The sorts that an index has in order, with the form of their keys in cursors. */
export const indexedSorts: Partial<Record<SummarySort, RegExp>> = {
  updated: /^0\d{17}$/,
  created: /^0\d{17}$/,
  name: /^/,
  client: /^/,
};

/** The sorts that begin with the largest key without `order`. */
export const descendingSorts: readonly SummarySort[] = ['updated', 'created', 'waiting'];
