import { t, translated } from '../../base/language/translate.ts';

export const homeTexts = translated({
  title: 'Home',
  description: 'What waits for you, what runs, and what is due.',
  get waits() {
    return t('Waiting', {}, 'for people');
  },
  scope: 'Whose engagements',
  scopes: { mine: 'Mine and unassigned', all: 'Everyone’s' },
  show: 'Kind of item',
  filters: {
    all: 'All',
    reviews: 'Reviews',
    questions: 'Questions',
    comments: 'Comments',
    failed: 'Failed runs',
  },
  runs: { title: 'Running now', list: 'Engagements that run', none: 'Nothing runs.' },
  due: {
    title: 'Due next',
    list: 'Engagements that are due',
    none: 'No engagement has a due date.',
    overdue: 'overdue',
    all: 'All engagements by due date',
  },
});

export const queueTexts = translated({
  keyHint: 'Press J and K to move, Enter to open',
  get listLabel() {
    return t('Waiting', {}, 'for people');
  },
  /** The action of a person on an item. */
  tasks: {
    review: (version: number | null) =>
      version === null || version === 1
        ? t('Review', {}, 'verb')
        : t('Review version {version}', { version }),
    get question() {
      return t('Answer', {}, 'verb');
    },
    comment: 'Comment',
    failed_run: 'Look into the failure',
  },
  failures: {
    stopped: 'The run was stopped',
    budget_exhausted: 'The run failed: its budget is used up',
    tenant_spend_limit: 'The run failed: the workspace has spent what a day allows',
    tasks_failed: 'The run failed: some tasks did not complete',
    planning_failed: 'The run failed: it could not be planned',
    task_missing: 'The run failed: its task no longer exists',
    start_failed: 'The run failed: it could not start',
    engine_lost: 'The run failed: the service lost it',
    text_too_complex: 'The run failed: a text is too complex',
    processes_lost: 'The run failed: it stopped the service twice',
    internal_error: 'The run failed: there was an internal error',
  },
  failed: 'The run failed',
  keys: { next: 'Next item', previous: 'Previous item' },
  loadingMore: 'Loading more',
  shown: (count: number, more: boolean) =>
    more
      ? t('{count} items loaded; more load as you scroll.', { count })
      : t('{count, plural, one {# item} other {# items}}', { count }),
  empty: {
    title: 'Nothing is waiting for you',
    advice: 'New documents, questions, comments and failed runs appear here as they arrive.',
    ofKind: 'Nothing of this kind is waiting',
    ofKindAdvice: 'Other items may be waiting.',
    allKinds: 'Show all kinds',
    others: (count: number) =>
      t(
        '{count, plural, one {# item is waiting for others on your team.} other {# items are waiting for others on your team.}}',
        { count },
      ),
    showOthers: 'Show everyone’s',
    engagements: 'See the engagements',
  },
});
