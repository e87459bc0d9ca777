import type { EngagementStatus } from '@ecp/contract/work/engagements';
import { readText } from './search-text.ts';

const statuses: readonly string[] = [
  'pending',
  'running',
  'paused',
  'completed',
  'failed',
] satisfies EngagementStatus[];

/** What the list is narrowed to. */
export interface EngagementSearch {
  q?: string;
  status?: EngagementStatus;
  archived?: true;
}

function readStatus(value: unknown): EngagementSearch {
  return typeof value === 'string' && statuses.includes(value) ? { status: value as EngagementStatus } : {};
}

/** Reads it from an address; what means nothing is left out. */
export const readEngagementSearch = (search: Record<string, unknown>): EngagementSearch => ({
  ...readText(search, 'q'),
  ...readStatus(search['status']),
  ...(search['archived'] === true ? { archived: true } : {}),
});
