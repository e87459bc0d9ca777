export const billingTexts = {
  plan: {
    title: 'Your plan',
    status: { active: 'Active', past_due: 'Payment due', canceled: 'Canceled', none: 'No subscription' },
    renews: (day: string) => `The current period ends on ${day}.`,
    paidUntil: (day: string) => `The last period ends on ${day}.`,
    local: 'This installation takes no payments. Plan changes take effect immediately.',
    stripe: 'Payments and invoices are handled by Stripe.',
    manage: 'Payment and invoices',
    cancel: 'Cancel subscription',
  },
  notices: {
    past_due: {
      title: 'The last payment did not go through',
      advice: 'Nothing new can be started until it is paid. Check the card under Payment and invoices.',
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
    engagementsOf: (used: string, limit: string) => `${used} of ${limit}`,
    unlimited: (used: string) => `${used}, no limit`,
    resets: (day: string) => `Resets to 0 on ${day} (UTC). Deleted engagements count.`,
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
    engagements: (count: string) => `${count} engagements per month`,
    unlimitedEngagements: 'Unlimited engagements',
    fileSize: (size: string) => `Files up to ${size} each`,
    storage: (size: string) => `${size} of files`,
    choose: (plan: string) => `Choose ${plan}`,
    switchTo: (plan: string) => `Switch to ${plan}`,
    free: 'No charge on this installation',
    price: (amount: string, interval: string, count: number) =>
      count === 1 ? `${amount} per ${interval}` : `${amount} every ${count} ${interval}s`,
    intervals: { day: 'day', week: 'week', month: 'month', year: 'year' },
    priceLater: 'The price is shown before you pay.',
    tax: 'Tax is added where it applies. You see the full amount before you pay.',
  },
  change: {
    title: (plan: string) => `Switch to ${plan}?`,
    lead: (plan: string) => `The limits of ${plan} apply immediately.`,
    tooManyEngagements: (used: string, limit: string) =>
      `You created ${used} engagements this month and the plan allows ${limit}. You cannot create another until next month.`,
    tooMuchStorage: (used: string, limit: string) =>
      `You store ${used} and the plan allows ${limit}. Nothing is deleted, but you cannot upload more.`,
    tooManyRecords: (used: string, limit: string) =>
      `Everything else takes ${used} and the plan allows ${limit}. Nothing is deleted, but you cannot add more or start runs.`,
    done: (plan: string) => `You are now on ${plan}`,
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
  notOwner: (role: string) => `Only the owner of the workspace can manage billing; your role is ${role}.`,
} as const;
