import type { EngagementStatus } from '@ecp/contract/work/engagements';
import type { SummarySort } from '@ecp/contract/work/queue';
import { readText } from './search-text.ts';

const statuses: readonly string[] = [
  'pending',
  'running',
  'paused',
  'completed',
  'failed',
] satisfies EngagementStatus[];

const sorts: readonly unknown[] = [
  'updated',
  'created',
  'name',
  'client',
  'owner',
  'status',
  'due',
  'waiting',
] satisfies SummarySort[];
const isSort = (value: unknown): value is SummarySort => sorts.includes(value);

/** The filters and the order of the list. */
export interface EngagementSearch {
  q?: string;
  status?: EngagementStatus;
  archived?: true;
  sort?: SummarySort;
  order?: 'asc' | 'desc';
}

function readStatus(value: unknown): EngagementSearch {
  return typeof value === 'string' && statuses.includes(value) ? { status: value as EngagementStatus } : {};
}

function readOrder({ sort, order }: Record<string, unknown>): EngagementSearch {
  return { ...(isSort(sort) ? { sort } : {}), ...(order === 'asc' || order === 'desc' ? { order } : {}) };
}

/** Reads the filters and the order from an address and ignores unknown values. */
export const readEngagementSearch = (search: Record<string, unknown>): EngagementSearch => ({
  ...readText(search, 'q'),
  ...readStatus(search['status']),
  ...(search['archived'] === true ? { archived: true } : {}),
  ...readOrder(search),
});
