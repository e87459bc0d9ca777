/** Plan, limits and payment. */
export const billingTexts = {
  plan: {
    title: 'Your plan',
    status: { active: 'Active', past_due: 'Payment due', canceled: 'Cancelled', none: 'No subscription' },
    renews: (day: string) => `The current period ends on ${day}.`,
    paidUntil: (day: string) => `The last period ends on ${day}.`,
    local: 'This installation takes no payment: plans switch at once.',
    stripe: 'Payments and invoices are handled by Stripe.',
    manage: 'Payment and invoices',
    cancel: 'Cancel subscription',
  },
  notices: {
    past_due: {
      title: 'The last payment did not go through',
      advice: 'Nothing new can be started until it is settled. Check the card under Payment and invoices.',
    },
    canceled: {
      title: 'The subscription is cancelled',
      advice:
        'Everything made so far can be read, reviewed, shared and exported. Choose a plan to start engagements and runs again.',
    },
    none: {
      title: 'There is no subscription yet',
      advice: 'Choose a plan below to create engagements and to start runs.',
    },
    waiting: {
      title: 'Waiting for the confirmation of your payment',
      advice: 'It usually takes some seconds. This page shows it as soon as it is here.',
    },
  },
  usage: {
    title: 'Usage',
    engagements: 'Engagements this month',
    engagementsOf: (used: string, limit: string) => `${used} of ${limit}`,
    unlimited: (used: string) => `${used}, without a limit`,
    resets: (day: string) => `Counts again from 0 on ${day} (UTC). Deleted engagements count.`,
    storage: 'Storage for context files',
    full: 'The limit is reached: choose a larger plan to go on.',
    near: 'Close to the limit.',
  },
  plans: {
    title: 'Plans',
    description: 'Every plan has all features; they differ in how much fits.',
    current: 'Your plan',
    engagements: (count: string) => `${count} engagements a month`,
    unlimitedEngagements: 'Engagements without a limit',
    fileSize: (size: string) => `Files up to ${size} each`,
    storage: (size: string) => `${size} of context files`,
    choose: (plan: string) => `Choose ${plan}`,
    switchTo: (plan: string) => `Switch to ${plan}`,
    price: 'The price is shown before you pay.',
  },
  change: {
    title: (plan: string) => `Switch to ${plan}?`,
    lead: (plan: string) => `The limits of ${plan} hold at once.`,
    tooManyEngagements: (used: string, limit: string) =>
      `You created ${used} engagements this month and the plan allows ${limit}: no new one until next month.`,
    tooMuchStorage: (used: string, limit: string) =>
      `You store ${used} and the plan holds ${limit}: nothing is deleted, but nothing more can be uploaded.`,
    done: (plan: string) => `You are on ${plan}`,
  },
  cancel: {
    title: 'Cancel the subscription?',
    lead: 'It ends at once. Then:',
    effects: [
      'no engagement can be created and no run or rerun started',
      'everything made so far can still be read, reviewed, shared and exported',
      'client links, webhooks and API keys go on working',
      'you can choose a plan again at any time',
    ],
    confirm: 'Cancel the subscription',
    done: 'The subscription is cancelled',
  },
  notOwner: (role: string) => `The owner of the workspace manages billing; your role is ${role}.`,
} as const;
