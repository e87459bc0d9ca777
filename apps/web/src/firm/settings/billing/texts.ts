import { t, translated } from '../../../base/language/translate.ts';
export const billingTexts = translated({
  plan: {
    title: 'Your plan',
    status: {
      active: 'Active',
      past_due: 'Payment due',
      canceled: 'Canceled',
      none: 'No subscription',
    },
    renews: (day: string) => t('The current period ends on {day}.', { day }),
    paidUntil: (day: string) => t('The last period ends on {day}.', { day }),
    local: 'This installation takes no payments. Plan changes take effect immediately.',
    stripe: 'Payments and invoices are handled by Stripe.',
    manage: 'Payment and invoices',
    cancel: 'Cancel subscription',
  },
  notices: {
    past_due: {
      title: 'The last payment did not go through',
      advice:
        'Nothing new can be started until it is paid. Check the card under Payment and invoices.',
    },
    canceled: {
      title: 'The subscription is canceled',
      advice:
        'You can still read, review, share and export everything. Choose a plan to create engagements and start runs again.',
    },
    none: {
      title: 'There is no subscription yet',
      advice: 'Choose a plan below to create engagements and to start runs.',
    },
    waiting: {
      title: 'Waiting for the confirmation of your payment',
      advice: 'This usually takes a few seconds. The page updates when the confirmation arrives.',
    },
  },
  usage: {
    title: 'Usage',
    engagements: 'Engagements this month',
    engagementsOf: (used: string, limit: string) => t('{used} of {limit}', { used, limit }),
    unlimited: (used: string) => t('{used}, no limit', { used }),
    resets: (day: string) => t('Resets to 0 on {day} (UTC). Deleted engagements count.', { day }),
    storage: 'Storage for files',
    records: 'Storage for everything else',
    whatRecords:
      'Engagements, documents in all versions, texts read from files, templates, comments, reviews, webhook deliveries.',
    full: 'The limit is reached. Choose a larger plan to continue.',
    near: 'Close to the limit.',
  },
  plans: {
    title: 'Plans',
    description: 'Every plan has all features. Plans differ in their limits.',
    current: 'Your plan',
    engagements: (count: string) => t('{count} engagements per month', { count }),
    unlimitedEngagements: 'Unlimited engagements',
    fileSize: (size: string) => t('Files up to {size} each', { size }),
    storage: (size: string) => t('{size} of files', { size }),
    choose: (plan: string) => t('Choose {plan}', { plan }),
    switchTo: (plan: string) => t('Switch to {plan}', { plan }),
    free: 'No charge on this installation',
    price: (amount: string, interval: 'day' | 'week' | 'month' | 'year', count: number) =>
      t(
        '{interval, select, day {{count, plural, one {{amount} per day} other {{amount} every # days}}} week {{count, plural, one {{amount} per week} other {{amount} every # weeks}}} month {{count, plural, one {{amount} per month} other {{amount} every # months}}} other {{count, plural, one {{amount} per year} other {{amount} every # years}}}}',
        { interval, count, amount },
      ),
    priceLater: 'The price is shown before you pay.',
    tax: 'Tax is added where it applies. You see the full amount before you pay.',
  },
  change: {
    title: (plan: string) => t('Switch to {plan}?', { plan }),
    lead: (plan: string) => t('The limits of {plan} apply immediately.', { plan }),
    tooManyEngagements: (used: string, limit: string) =>
      t(
        'You created {used} engagements this month and the plan allows {limit}. You cannot create another until next month.',
        { used, limit },
      ),
    tooMuchStorage: (used: string, limit: string) =>
      t(
        'You store {used} and the plan allows {limit}. Nothing is deleted, but you cannot upload more.',
        {
          used,
          limit,
        },
      ),
    tooManyRecords: (used: string, limit: string) =>
      t(
        'Everything else takes {used} and the plan allows {limit}. Nothing is deleted, but you cannot add more or start runs.',
        { used, limit },
      ),
    done: (plan: string) => t('You are now on {plan}', { plan }),
  },
  cancel: {
    title: 'Cancel the subscription?',
    lead: 'It ends immediately. After that:',
    effects: [
      'you cannot create engagements or start runs and reruns',
      'you can still read, review, share and export everything',
      'client links, webhooks and API keys keep working',
      'you can choose a plan again at any time',
    ],
    confirm: 'Cancel the subscription',
    done: 'The subscription is canceled',
  },
  notOwner: (role: string) =>
    t('Only the owner of the workspace can manage billing; your role is {role}.', { role }),
});
