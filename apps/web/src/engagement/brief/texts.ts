import { t, translated } from '../../base/language/translate.ts';

export const engagementFormTexts = translated({
  details: {
    title: 'The problem',
    description: 'What the client needs to know, and what you know already.',
  },
  name: 'Name',
  namePlaceholder: 'District heating: tariffs from 2027',
  client: 'Client',
  clientPlaceholder: 'Nordhavn Utilities',
  missing: {
    name: 'Give the engagement a name.',
    client: 'Enter the client or the project.',
    brief: 'Write the brief. The plan and the scores depend on it.',
  },
  brief: 'Brief',
  briefPlaceholder:
    'Paste the client’s email here, or describe the problem: Nordhavn Utilities heats 41,000 homes. Gas prices have doubled the cost of its peak boilers, and the council decides on tariffs in March…',
  briefTabs: { label: 'Write or read the brief', write: 'Write', preview: 'Preview' },
  briefEmpty: 'Nothing to preview yet.',
  briefHint: 'You can use Markdown: headings, lists, tables.',
  blanks: (count: number) =>
    t(
      '{count, plural, one {One blank in [brackets] is left to fill in.} other {# blanks in [brackets] are left to fill in.}}',
      { count },
    ),
  characters: (used: string, most: string) => t('{used} of {most} characters', { used, most }),
  guide: {
    title: 'What a good brief covers',
    points: [
      'Who the client is: what it does, for whom, how large it is.',
      'Why now: what has changed, and which decisions are due when.',
      'The questions to answer, in the client’s own words.',
      'Figures with their date and source. They are quoted, never guessed.',
      'The constraints: money, people, laws, and what has been tried.',
      'Who reads the result, and what they will do with it.',
    ],
  },
  files: {
    title: 'Sources',
    description:
      'Optional. Files for the agents to read and cite. They are uploaded as soon as the engagement is created.',
  },
  budget: {
    title: 'Budget',
    description:
      'The maximum that all runs of this engagement may spend on language models. No call is made that could exceed it.',
    label: 'Budget in US dollars',
    hint: (most: string) => t('Above $0 and up to {most}. It can be raised later.', { most }),
    missing: 'Set a budget: a number above 0.',
    tooHigh: (most: string) => t('At most {most}.', { most }),
    quick: (amount: string) => t('Set the budget to {amount}', { amount }),
    quickLabel: 'Common budgets',
  },
  model: {
    title: 'Model',
    description:
      'A pinned model writes every document; another one steps in only for calls that a document can do without.',
    label: 'Model that writes',
    chosen: 'Chosen for each task',
    option: (id: string, tier: string) => `${id} · ${tier}`,
    tiers: { economy: 'economy', standard: 'standard', premium: 'premium' },
    gone: (id: string) => t('{id} · no longer available', { id }),
    goneAdvice: 'This model is no longer available. Choose another one before the next run.',
    refused: 'This model is not available. Choose another one.',
    unread: 'The list of models cannot be loaded right now.',
  },
  conduct: {
    title: 'How the agents work',
    description: 'Agents read the sources and write. These settings say what else they may do.',
    askBack: {
      label: 'Questions to people',
      modes: {
        off: { label: 'Never ask', hint: 'Missing facts stay open points in the documents.' },
        assume: {
          label: 'Continue with an assumption',
          hint: 'The document states it. After your answer, one click reruns the tasks that rest on it.',
        },
        wait: {
          label: 'Wait for an answer',
          hint: 'The task waits at no cost. When the time is up, it continues with the assumption.',
        },
      },
      hours: 'Wait for at most (hours)',
      hoursHint: 'Fractions are allowed: 0.5 is half an hour.',
    },
    research: {
      label: 'Research on the web',
      hint: 'Agents search and read pages. Each page is kept, and only kept pages are cited.',
      price: (price: string) => t('A thousand searches cost {price}.', { price }),
      missing:
        'Not available: this installation has no search provider. The operator of the service can set one.',
      domains: 'Only these domains',
      domainsHint: 'One per line; subdomains are included. Leave it empty to allow all.',
      pages: 'Pages per run, at most',
    },
    adversary: {
      label: 'Second reader',
      hint: 'A model of another provider raises objections to the final paper, and the writer answers them. The plan includes the price.',
    },
    library: {
      label: 'Use the firm’s library',
      hint: 'Agents also read what the firm has learned from earlier work, and cite it like other sources.',
    },
    wrong: {
      hours: (most: string) => t('Enter a number of hours above 0, at most {most}.', { most }),
      domain: (name: string) => t('“{name}” is not a domain. Write it like example.com.', { name }),
      domains: (most: number) => t('Enter at most {most} domains.', { most }),
      pages: (most: number) => t('Enter a whole number from 1 to {most}.', { most }),
    },
  },
  tasks: {
    title: 'Tasks',
    description:
      'Optional. One agent writes one document for each task. Without tasks, the plan proposes them from the brief.',
  },
});

export const newEngagementTexts = translated({
  title: 'New engagement',
  lead: 'Paste what the client sent, or describe the problem. You see a priced plan before anything runs.',
  start: {
    title: 'Template',
    scratch: 'A blank page',
    scratchHint: 'Your own brief; tasks optional.',
    figures: (tasks: number, budget: string) =>
      t('{tasks, plural, one {# task} other {# tasks}} · {budget}', { tasks, budget }),
    own: 'Your template',
    more: (count: number) => t('Show {count} more', { count }),
    failed: 'The templates could not be loaded.',
  },
  replace: {
    title: 'Replace what you have written?',
    advice: (template: string) =>
      t('“{template}” brings its own brief, budget and tasks. Yours would be lost.', { template }),
    scratch: 'The blank page has no brief and no tasks. Yours would be lost.',
    confirm: 'Replace',
  },
  restored: 'Your unsaved draft has been restored.',
  filesNotKept:
    'The files you chose are not saved with the draft. Choose them again when you return.',
  limit: {
    some: (used: string, limit: string, plan: string) =>
      t('{used} of {limit} engagements used this month on {plan}.', { used, limit, plan }),
    plan: (limit: string, plan: string) =>
      t('{plan} includes {limit} engagements a month.', { plan, limit }),
    unlimited: (plan: string) => t('{plan} includes unlimited engagements.', { plan }),
    none: 'You have used all engagements for this month.',
    noSubscription:
      'Your workspace has no active subscription. You can write a draft now and create the engagement once there is one.',
  },
  cancel: 'Cancel',
  submit: 'Create and plan',
  submitting: 'Creating…',
  next: 'Next: a priced plan. Nothing runs yet.',
  correct: 'Some fields need your attention.',
});
