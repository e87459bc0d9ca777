import type { QueueItem } from '@ecp/contract/work/queue';
import { countOf } from '../format/words.ts';

export const queueTexts = {
  title: 'Waiting for you',
  description: 'Documents to review, questions, comments and failed runs in all engagements, oldest first.',
  keyHint: 'Press J and K to move, Enter to open',
  scope: 'Whose engagements',
  scopes: { mine: 'Mine and unassigned', all: 'Everyone’s' },
  kind: 'Kind of item',
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
    budget_exhausted: 'The run failed: its budget is used up',
    tasks_failed: 'The run failed: some tasks did not complete',
    planning_failed: 'The run failed: it could not be planned',
    task_missing: 'The run failed: its task no longer exists',
    start_failed: 'The run failed: it could not start',
    engine_lost: 'The run failed: the engine lost it',
    internal_error: 'The run failed: there was an internal error',
  } satisfies Record<NonNullable<QueueItem['failureReason']>, string>,
  failed: 'The run failed',
  keys: { next: 'Next item', previous: 'Previous item' },
  loadingMore: 'Loading more',
  shown: (count: number, more: boolean) =>
    more ? `${count} items loaded; more load as you scroll.` : countOf(count, 'item'),
  empty: {
    title: 'Nothing is waiting for you',
    advice:
      'You are up to date. New documents, questions, comments and failed runs appear here as they arrive. Meanwhile, start the next engagement or look at those in progress.',
    ofKind: 'Nothing of this kind is waiting',
    ofKindAdvice: 'Other items may be waiting.',
    allKinds: 'Show all kinds',
    others: (count: number) => `${countOf(count, 'item is', 'items are')} waiting for others on your team.`,
    showOthers: 'Show everyone’s',
    engagements: 'See the engagements',
  },
} as const;
