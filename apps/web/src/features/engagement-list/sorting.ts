import type { EngagementFilter, SummarySort } from '../../domain/engagements/queries.ts';
import { engagementTexts } from '../../texts/en/engagements.ts';

/** The order of the list. */
export interface Sorting {
  sort: SummarySort;
  order: 'asc' | 'desc';
}

/** The columns of the list from left to right, each with the order that it sorts in at first. */
export const sortColumns = (
  [
    { sort: 'name', order: 'asc' },
    { sort: 'client', order: 'asc' },
    { sort: 'waiting', order: 'desc' },
    { sort: 'owner', order: 'asc' },
    { sort: 'due', order: 'asc' },
    { sort: 'updated', order: 'desc' },
  ] as const
).map((sorting) => ({ ...sorting, label: engagementTexts.columns[sorting.sort] }));

/** Returns the order of a list, without one in its filter that of the service. */
export function sortingOf({ sort = 'updated', order }: EngagementFilter): Sorting {
  return { sort, order: order ?? sortColumns.find((column) => column.sort === sort)?.order ?? 'asc' };
}
