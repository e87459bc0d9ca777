import type { QueueItem } from '@ecp/contract/work/queue';
import { countOf } from '../shared/count-of.ts';

/** Texts of the queue. */
export const queueTexts = {
  title: 'Waiting for you',
  description: 'Documents to review, questions, comments and failed runs of all engagements, oldest first.',
  keyHint: 'J and K move, Enter opens',
  scope: 'Whose engagements',
  scopes: { mine: 'Mine and unowned', all: 'Everybody’s' },
  kind: 'What waits',
  allKinds: 'All',
  kinds: { review: 'Reviews', question: 'Questions', comment: 'Comments', failed_run: 'Failed runs' },
  listLabel: 'Waiting',
  /** The action of a person on an item. */
  tasks: {
    review: (version: number | null) => (version === null || version === 1 ? 'Review' : `Review version ${version}`),
    question: 'Answer',
    comment: 'Comment',
    failed_run: 'Look into the failure',
  },
  failures: {
    stopped: 'The run was stopped',
    budget_exhausted: 'The run failed: its budget is spent',
    tasks_failed: 'The run failed: tasks did not complete',
    planning_failed: 'The run failed: no plan was made',
    task_missing: 'The run failed: its task no longer exists',
    start_failed: 'The run failed: it could not start',
    engine_lost: 'The run failed: the engine lost it',
    internal_error: 'The run failed: an internal error',
  } satisfies Record<NonNullable<QueueItem['failureReason']>, string>,
  failed: 'The run failed',
  keys: { next: 'Next item', previous: 'Previous item' },
  loadingMore: 'Loading more',
  shown: (count: number, more: boolean) =>
    more ? `${count} items loaded; more load as you scroll.` : countOf(count, 'item'),
  empty: {
    title: 'Nothing waits for you',
    advice:
      'You have seen to everything. New documents, questions and comments appear here as soon as they come. Meanwhile, start the next engagement or look at those in progress.',
    ofKind: 'Nothing of this kind waits',
    ofKindAdvice: 'Something else may wait.',
    allKinds: 'Show all kinds',
    others: (count: number) => `${countOf(count, 'item waits', 'items wait')} for others of your team.`,
    showOthers: 'Show everybody’s',
    engagements: 'See the engagements',
  },
} as const;
