import type { QueueKind } from '@ecp/contract/work/queue';

/** The filters of Home, as they stand in its address. */
export const waitingFilters = ['reviews', 'questions', 'comments', 'failed'] as const;
export type WaitingFilter = (typeof waitingFilters)[number];

export interface HomeSearch {
  show?: WaitingFilter;
  scope?: 'all';
  /** Shows the questions that have an answer. */
  answered?: true;
}

export const kindOfFilter: Record<WaitingFilter, QueueKind> = {
  reviews: 'review',
  questions: 'question',
  comments: 'comment',
  failed: 'failed_run',
};
