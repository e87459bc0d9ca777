import { countOf } from './count-of.ts';

/** The list of engagements and what belongs to all of its pages. */
export const engagementTexts = {
  title: 'Engagements',
  description: 'Every consulting project of your workspace, newest first.',
  create: 'New engagement',
  search: 'Search by name or client',
  status: 'Status',
  allStatuses: 'All',
  columns: {
    name: 'Engagement',
    client: 'Client',
    status: 'Status',
    tasks: 'Tasks',
    budget: 'Budget',
    created: 'Created',
  },
  listLabel: 'Engagements',
  pickNone: 'No engagement matches.',
  loadingMore: 'Loading more',
  shown: (count: number, more: boolean) => {
    if (more) return `${count} engagements loaded; more come while you scroll.`;
    return countOf(count, 'engagement');
  },
  archived: 'Archived',
  showArchived: 'Include archived',
  empty: {
    title: 'Start your first engagement',
    advice:
      'Describe a client’s problem in a brief, set a budget, and see a priced plan before anything runs. Deliverables come back for your review.',
    fromTemplate: 'Begin with a template',
  },
  noMatch: {
    title: 'No engagement matches',
    advice: 'Search for something else, or look at all of them.',
    reset: 'Show all',
  },
  tabs: {
    overview: 'Overview',
    plan: 'Plan',
    deliverables: 'Deliverables',
    attachments: 'Context',
    analytics: 'Analytics',
    clients: 'Client portal',
    label: 'Parts of the engagement',
  },
} as const;
