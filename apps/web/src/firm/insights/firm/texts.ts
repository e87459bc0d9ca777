import { listed } from '../../../base/format/words.ts';
import { t, translated } from '../../../base/language/translate.ts';

export const firmAnalyticsTexts = translated({
  title: 'Insights',
  description:
    'Where your engagements stand: what is due, what they cost, how long they take, and what clients decided. The sample does not count.',
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
    runs: (count: number) =>
      t('{count, plural, one {# completed run} other {# completed runs}}', { count }),
    due: 'with a day to come, not finished',
    late: 'past their day, not finished',
    left: (amount: string) => t('{amount} left in open budgets', { amount }),
    approved: 'median, until all documents are approved',
    revised: (count: number) =>
      t('over {count, plural, one {# document} other {# documents}}', { count }),
    decided: (rejected: number) =>
      t('approved, {rejected, plural, =0 {none rejected} one {# rejected} other {# rejected}}', {
        rejected,
      }),
  },
  hours: (hours: string) => t('{hours} h', { hours }),
  days: (days: string) => t('{days} days', { days }),
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
      decided: 'Clients decided',
    },
    money: (spent: string, budget: string) => t('{spent} of {budget}', { spent, budget }),
    approved: (approved: number, documents: number) =>
      t('{approved} of {documents}', { approved, documents }),
    decided: (approved: number, rejected: number) =>
      listed([
        approved > 0 && t('{approved, number} approved', { approved }),
        rejected > 0 && t('{rejected, number} rejected', { rejected }),
      ]),
  },
});
