import { countOf } from '../../format/words.ts';

export const firmAnalyticsTexts = {
  title: 'Insights',
  description:
    'Where your engagements stand: what is due, what they cost, how long they take, and what clients decided.',
  period: 'Period',
  periods: {
    all: 'All time',
    '30': 'Begun in the last 30 days',
    '90': 'Begun in the last 90 days',
    '365': 'Begun in the last year',
  },
  empty: {
    title: 'No engagement in this period',
    advice: 'Figures appear with the first engagement of your own. The sample does not count.',
  },
  figuresLabel: 'Figures',
  figures: {
    all: 'Engagements',
    due: 'Due',
    late: 'Late',
    spent: 'Spent',
    approved: 'From start to approval',
    revised: 'Revisions a document',
    decided: 'Decided by clients',
  },
  notes: {
    runs: (count: number) => countOf(count, 'completed run'),
    due: 'with a day to come, not finished',
    late: 'past their day, not finished',
    left: (amount: string) => `${amount} left in open budgets`,
    approved: 'median, until all documents are approved',
    revised: (count: number) => `over ${countOf(count, 'document')}`,
    decided: (rejected: number) => (rejected === 0 ? 'approved, none rejected' : `approved, ${rejected} rejected`),
  },
  hours: (hours: string) => `${hours} h`,
  days: (days: string) => `${days} days`,
  none: '–',
  byState: 'By state',
  byClient: 'By client',
  states: {
    pending: 'Not started',
    running: 'Running',
    paused: 'Paused',
    completed: 'Completed',
    failed: 'Failed',
    archived: 'Archived',
  },
  list: {
    title: 'Engagements',
    all: 'Show all',
    columns: {
      name: 'Engagement',
      client: 'Client',
      state: 'State',
      due: 'Due',
      money: 'Spent of budget',
      approved: 'Approved',
      hours: 'To approval',
      decided: 'Client',
    },
    money: (spent: string, budget: string) => `${spent} of ${budget}`,
    approved: (approved: number, documents: number) => `${approved} of ${documents}`,
    decided: (approved: number, rejected: number) =>
      [approved > 0 && `${approved} approved`, rejected > 0 && `${rejected} rejected`].filter(Boolean).join(', '),
  },
} as const;
