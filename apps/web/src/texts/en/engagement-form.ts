import { countOf } from './count-of.ts';

/** The form of an engagement, new or changed before its first run. */
export const formTexts = {
  details: { title: 'The problem', description: 'What the client needs to know, and what you know already.' },
  name: 'Name',
  namePlaceholder: 'District heating: tariffs from 2027',
  client: 'Client',
  clientPlaceholder: 'Nordhavn Utilities',
  missing: {
    name: 'Give the engagement a name.',
    client: 'Say who it is for: a client, or a project.',
    brief: 'Write the brief: everything is planned and judged by it.',
  },
  brief: 'Brief',
  briefPlaceholder:
    'Nordhavn Utilities heats 41,000 homes. Gas prices have doubled the cost of its peak boilers, and the council decides on tariffs in March…',
  briefTabs: { label: 'Write or read the brief', write: 'Write', preview: 'Preview' },
  briefEmpty: 'Nothing to preview yet.',
  briefHint: 'Markdown works: headings, lists, tables.',
  blanks: (count: number) =>
    count === 1 ? 'One blank in [brackets] is left to fill in.' : `${count} blanks in [brackets] are left to fill in.`,
  characters: (used: string, most: string) => `${used} of ${most} characters`,
  guide: {
    title: 'What a good brief says',
    points: [
      'Who the client is: what it does, for whom, how large it is.',
      'Why now: what has changed, and which decision has which date.',
      'The questions to answer, in the client’s own words.',
      'Figures with their date and source. They are quoted, never guessed.',
      'What is fixed: money, people, laws, and what has been tried.',
      'Who reads the result, and what they will do with it.',
    ],
  },
  files: {
    title: 'Context',
    description: 'Optional: what the agents shall read and cite. Files are sent as soon as the engagement is created.',
  },
  budget: {
    title: 'Budget',
    description:
      'The most that this engagement may spend on language models, over all its runs. No call is made that could exceed it.',
    label: 'Budget in US dollars',
    hint: (most: string) => `Above $0 and up to ${most}. It can be raised later.`,
    missing: 'Set a budget: a number above 0.',
    tooHigh: (most: string) => `At most ${most}.`,
    quick: (amount: string) => `Set the budget to ${amount}`,
    quickLabel: 'Usual budgets',
  },
  tasks: {
    title: 'Tasks',
    description:
      'One document each, written by one agent. Optional: without tasks, the engine plans them from the brief.',
  },
} as const;

/** Making a new engagement. */
export const newTexts = {
  title: 'New engagement',
  lead: 'Describe the problem. Before anything runs you see a plan with its price.',
  start: {
    title: 'Start from',
    scratch: 'A blank page',
    scratchHint: 'Your own brief; tasks optional.',
    figures: (tasks: number, budget: string) => `${countOf(tasks, 'task')} · ${budget}`,
    own: 'Your template',
    more: (count: number) => `Show ${count} more`,
    failed: 'The templates could not be read.',
  },
  replace: {
    title: 'Replace what you have written?',
    advice: (template: string) => `“${template}” brings its own brief, budget and tasks. Yours would be lost.`,
    scratch: 'The blank page has no brief and no tasks. Yours would be lost.',
    confirm: 'Replace',
  },
  restored: 'This is what you had written before.',
  startOver: 'Start over',
  filesNotKept: 'Files that you have chosen cannot wait: choose them again then.',
  limit: {
    some: (used: string, limit: string, plan: string) => `${used} of ${limit} engagements used this month on ${plan}.`,
    plan: (limit: string, plan: string) => `${plan} includes ${limit} engagements a month.`,
    unlimited: (plan: string) => `${plan} includes any number of engagements.`,
    none: 'This month’s engagements are used up.',
    noSubscription: 'Your workspace has no active subscription. You can write here, and create it once there is one.',
  },
  cancel: 'Cancel',
  submit: 'Create engagement',
  submitting: 'Creating…',
  next: 'Next: a priced plan. Nothing runs yet.',
  correct: 'Some fields need your attention.',
} as const;

/** Asking before what was written is left. */
export const leaveTexts = {
  title: 'Leave this page?',
  advice: 'What you have written is not saved yet. It can wait here, in this browser tab, until you come back.',
  stay: 'Keep writing',
  keep: 'Leave and keep it',
  discard: 'Discard it',
} as const;
