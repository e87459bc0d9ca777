import { countOf } from './shared/count-of.ts';

/** Texts of the list of engagements and of the tabs of an engagement. */
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
    if (more) return `${count} engagements loaded; more load as you scroll.`;
    return countOf(count, 'engagement');
  },
  archived: 'Archived',
  showArchived: 'Include archived',
  empty: {
    title: 'Start your first engagement',
    advice:
      'Describe a client’s problem in a brief, set a budget, and see a priced plan before anything runs. Deliverables come back for your review.',
    fromTemplate: 'Start from a template',
  },
  noMatch: 'No engagement matches',
  tabs: {
    overview: 'Overview',
    plan: 'Plan',
    deliverables: 'Deliverables',
    attachments: 'Context',
    research: 'Research',
    data: 'Data',
    questions: 'Questions',
    figures: 'Figures',
    updates: 'Keep up to date',
    analytics: 'Analytics',
    clients: 'Client portal',
    label: 'Sections of the engagement',
  },
} as const;
