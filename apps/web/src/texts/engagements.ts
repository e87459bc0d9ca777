import { countOf } from '../format/words.ts';

export const engagementTexts = {
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
    owner: 'Owner',
    due: 'Due',
    updated: 'Changed',
  },
  sort: 'Sort by',
  sortBy: (column: string, sorted?: 'asc' | 'desc') => {
    const order = sorted && (sorted === 'asc' ? ', sorted in ascending order' : ', sorted in descending order');
    return `Sort by ${column.toLowerCase()}${order ?? ''}`;
  },
  state: {
    reviews: (count: number) => countOf(count, 'review'),
    questions: (count: number) => countOf(count, 'question'),
    comments: (count: number) => countOf(count, 'comment'),
    failed: 'failed run',
    waits: (what: string, whom: string) => `${what} for ${whom}`,
    active: (status: string, waits: string) => `${status} · ${waits}`,
    you: 'you',
    team: 'the team',
    done: 'All reviewed',
  },
  nobody: 'Nobody',
  overdue: 'overdue',
  due: (day: string) => `Due ${day}`,
  listLabel: 'Engagements',
  pickNone: 'No engagement matches.',
  loadingMore: 'Loading more',
  shown: (count: number, more: boolean) => {
    if (more) return `${count} engagements loaded; more load as you scroll.`;
    return countOf(count, 'engagement');
  },
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
    label: 'Parts of the engagement',
  },
  pages: {
    plan: 'Plan',
    details: 'Details',
    figures: 'Figures and conflicts',
    files: 'Files',
    data: 'Data',
    research: 'Research',
    updates: 'Keep up to date',
    questions: 'Questions and answers',
    sources: 'Kinds of sources',
  },
} as const;

export const responsibilityTexts = {
  title: 'Responsibility',
  description: 'Optional. Work waiting in the engagement appears in its owner’s queue. The owner is notified.',
  owner: 'Owner',
  nobody: 'Nobody',
  unknown: 'This person is no longer on the team. Choose someone else.',
  due: 'Due date',
  fact: {
    owner: (name: string) => `Owner: ${name}`,
    nobody: 'No owner',
    due: (day: string) => `Due ${day}`,
    noDate: 'No due date',
    change: 'Change owner and due date',
  },
  dialog: { title: 'Owner and due date', submit: 'Save', done: 'Owner and due date saved' },
} as const;
