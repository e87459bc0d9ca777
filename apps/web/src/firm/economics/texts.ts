import type { Deeds } from '@ecp/contract/values/economics';
import { listed } from '../../base/format/words.ts';
import { t, translated } from '../../base/language/translate.ts';

export const economicsTexts = translated({
  title: 'Economics',
  description: 'What this engagement brings in and costs. Only admins see it; no client does.',
  figures: {
    fee: 'Fee',
    hours: 'Hours',
    costs: 'Other costs',
    ai: 'AI cost',
    margin: 'Margin',
    noFee: 'not entered yet',
    spent: (hours: string) => t('{hours} h', { hours }),
    inUsd: (usd: string) => t('{usd} charged by models', { usd }),
    share: (share: string) => t('{share} of the fee', { share }),
    enterFee: 'Enter a fee.',
    enterRate: 'Enter the price of a US dollar.',
  },
  fee: {
    title: 'Fee',
    amount: 'Fee',
    amountHint: 'Leave it empty while none is agreed.',
    currency: 'Currency',
    day: 'Day of the fee',
    dayHint:
      'It counts in the month of this day, and an invoice has it. Empty: the day on which the engagement was created.',
    rate: (currency: string) => t('Price of one US dollar in {currency}', { currency }),
    rateHint: 'The AI cost is in US dollars. No rate is fetched or guessed.',
  },
  wrong: 'Enter a number of 0 or more, with at most the decimals of the currency.',
  suggested: {
    title: 'Suggested hours',
    description:
      'From what people did here: reviews, edits, comments, answers and edited cells. Reading is not watched, so the hours are a start, not a record.',
    add: 'Add',
    addFor: (person: string, day: string) =>
      t('Add the hours of {person} on {day}', { person, day }),
    addAll: (count: number) => t('{count, plural, one {Add it} other {Add all #}}', { count }),
    line: (hours: string) => t('{hours} h', { hours }),
    because: ({ reviews, edits, comments, answers, gridEdits }: Deeds) =>
      listed([
        reviews > 0 && t('{reviews, plural, one {# review} other {# reviews}}', { reviews }),
        edits > 0 && t('{edits, plural, one {# edit} other {# edits}}', { edits }),
        comments > 0 && t('{comments, plural, one {# comment} other {# comments}}', { comments }),
        answers > 0 && t('{answers, plural, one {# answer} other {# answers}}', { answers }),
        gridEdits > 0 &&
          t('{gridEdits, plural, one {# edited cell} other {# edited cells}}', { gridEdits }),
      ]),
  },
  hours: {
    title: 'Hours',
    empty: 'No hours are entered.',
    add: 'Add hours',
    person: 'Person',
    choose: 'Choose a person',
    left: (person: string) => t('{person} (has left)', { person }),
    day: 'Day',
    hours: 'Hours',
    rate: 'Rate',
    amount: 'Amount',
    note: 'Description',
    remove: 'Remove this line',
  },
  costs: {
    title: 'Other costs',
    empty: 'No other costs are entered: travel, experts, data.',
    add: 'Add a cost',
  },
  lines: (count: number) => t('{count, plural, one {# line} other {# lines}}', { count }),
  showAll: (count: number) => t('Show all {count} lines', { count }),
  forecast: {
    title: 'Forecast',
    noPlan: 'Plan the engagement to see what the work that has not run yet will cost.',
    plan: 'Open the plan',
    done: 'Every task has its document. No further AI cost is expected.',
    open: (count: number, price: string, low: string, high: string) =>
      t(
        '{count, plural, one {# task has no document yet.} other {# tasks have no document yet.}} Running the open work is expected to cost {price}, between {low} and {high}.',
        { count, price, low, high },
      ),
    unpriced: (count: number) =>
      t(
        '{count, plural, one {# task is} other {# tasks are}} not in the last plan and not in this price.',
        { count },
      ),
    margin: (expected: string, low: string, high: string) =>
      t('The margin is then expected to be {expected}, between {low} and {high}.', {
        expected,
        low,
        high,
      }),
  },
  download: {
    label: 'Download',
    entries: 'Hours and costs (CSV)',
    invoiceFee: 'Invoice line of the fee (CSV)',
    invoiceTime: 'Invoice lines of time and costs (CSV)',
    saveFirst: 'Save your changes first',
  },
  save: {
    save: 'Save',
    saved: 'Economics saved',
    unsaved: 'Not saved yet',
    correct: 'Correct the marked fields',
    changed: (person: string) =>
      t(
        '{person} has changed the economics in the meantime. Yours are still here: save again to replace theirs.',
        {
          person,
        },
      ),
    takeTheirs: 'Discard mine and show theirs',
    restored: 'What you had entered is back.',
    by: (person: string, ago: string) => t('Last changed by {person}, {ago}', { person, ago }),
  },
});

export const firmEconomicsTexts = translated({
  title: 'Economics',
  description:
    'What your engagements bring in and cost. Each currency stands by itself. The sample does not count.',
  from: 'From',
  to: 'To',
  start: 'From the beginning',
  end: 'Until today',
  empty: {
    title: 'No economics yet',
    advice:
      'This page adds up fees, hours, costs and AI cost by client, month and person. Open an engagement, choose Economics, and enter its fee.',
    action: 'To the engagements',
  },
  totals: (currency: string) => t('Totals in {currency}', { currency }),
  withoutFee: (count: number, cost: string) =>
    t(
      '{count, plural, one {# engagement has no economics yet. Its AI cost is {cost}.} other {# engagements have no economics yet. Their AI cost is {cost}.}}',
      { count, cost },
    ),
  show: 'Show engagements',
  by: 'Figures by',
  tabs: { clients: 'Clients', months: 'Months', persons: 'People', engagements: 'Engagements' },
  download: 'Download CSV',
  none: 'Nothing in these months.',
  columns: {
    client: 'Client',
    month: 'Month',
    person: 'Person',
    engagement: 'Engagement',
    engagements: 'Engagements',
    revenue: 'Fees',
    hours: 'Hours',
    hoursCost: 'Cost of hours',
    otherCosts: 'Other costs',
    aiCost: 'AI cost',
    margin: 'Margin',
  },
  notEntered: 'Not entered',
  noFee: 'no fee',
  noRate: 'Needs the price of a US dollar',
  count: (count: number) =>
    t('{count, plural, one {# engagement} other {# engagements}}', { count }),
});
