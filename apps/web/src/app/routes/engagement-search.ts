import type { EngagementStatus } from '@ecp/contract/work/engagements';
import { readText } from './search-text.ts';

const statuses: readonly string[] = [
  'pending',
  'running',
  'paused',
  'completed',
  'failed',
] satisfies EngagementStatus[];

/** The filters of the list. */
export interface EngagementSearch {
  q?: string;
  status?: EngagementStatus;
  archived?: true;
}

function readStatus(value: unknown): EngagementSearch {
  return typeof value === 'string' && statuses.includes(value) ? { status: value as EngagementStatus } : {};
}

/** Reads the filters from an address and ignores unknown values. */
export const readEngagementSearch = (search: Record<string, unknown>): EngagementSearch => ({
  ...readText(search, 'q'),
  ...readStatus(search['status']),
  ...(search['archived'] === true ? { archived: true } : {}),
});
