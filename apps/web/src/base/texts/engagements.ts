import { t, translated } from '../language/translate.ts';

export const engagementTexts = translated({
  title: 'Engagements',
  description: 'Every consulting project in your workspace, and what is waiting in each.',
  create: 'New engagement',
  edit: 'Edit',
  search: 'Search by name or client',
  status: 'Status',
  allStatuses: 'All',
  columns: {
    name: 'Engagement',
    client: 'Client',
    waiting: 'State',
    get owner() {
      return t('Owner', {}, 'responsibility');
    },
    due: 'Due',
    get updated() {
      return t('Changed', {}, 'time');
    },
  },
  sort: 'Sort by',
  sortBy: (column: string, sorted?: 'asc' | 'desc') =>
    sorted === undefined
      ? t('Sort by: {column}', { column })
      : t(
          'Sort by: {column}, sorted in {sorted, select, asc {ascending} other {descending}} order',
          {
            column,
            sorted,
          },
        ),
  state: {
    reviews: (count: number) => t('{count, plural, one {# review} other {# reviews}}', { count }),
    questions: (count: number) =>
      t('{count, plural, one {# question} other {# questions}}', { count }),
    comments: (count: number) =>
      t('{count, plural, one {# comment} other {# comments}}', { count }),
    failed: 'failed run',
    waits: (what: string, whom: string) => t('{what} for {whom}', { what, whom }),
    active: (status: string, waits: string) => t('{status} · {waits}', { status, waits }),
    you: 'you',
    team: 'the team',
    done: 'All reviewed',
  },
  nobody: 'Nobody',
  overdue: 'overdue',
  due: (day: string) => t('Due {day}', { day }),
  listLabel: 'Engagements',
  pickNone: 'No engagement matches.',
  loadingMore: 'Loading more',
  shown: (count: number, more: boolean) =>
    more
      ? t('{count} engagements loaded; more load as you scroll.', { count })
      : t('{count, plural, one {# engagement} other {# engagements}}', { count }),
  archived: 'Archived',
  showArchived: 'Include archived',
  empty: {
    title: 'Start your first engagement',
    advice:
      'Paste a request or an email, or start from a template, and see a priced plan before anything runs. Documents come back for your review.',
  },
  noMatch: 'No engagement matches',
  tabs: {
    overview: 'Overview',
    documents: 'Documents',
    sources: 'Sources',
    client: 'Client',
    economics: 'Economics',
    label: 'Parts of the engagement',
  },
  pages: {
    plan: 'Plan',
    details: 'Details',
    figures: 'Figures and conflicts',
    files: 'Files',
    data: 'Data',
    grids: 'Grids',
    research: 'Research',
    updates: 'Keep up to date',
    questions: 'Questions and answers',
    sources: 'Kinds of sources',
  },
});

export const responsibilityTexts = translated({
  title: 'Responsibility',
  description:
    'Optional. Work waiting in the engagement appears in its owner’s queue. The owner is notified.',
  get owner() {
    return t('Owner', {}, 'responsibility');
  },
  nobody: 'Nobody',
  unknown: 'This person is no longer on the team. Choose someone else.',
  due: 'Due date',
  fact: {
    owner: (name: string) => t('Owner: {name}', { name }),
    nobody: 'No owner',
    due: (day: string) => t('Due {day}', { day }),
    noDate: 'No due date',
    change: 'Change owner and due date',
  },
  dialog: { title: 'Owner and due date', submit: 'Save', done: 'Owner and due date saved' },
});
