import { countOf } from './count-of.ts';

/** The priced plan of an engagement, and starting it. */
export const planTexts = {
  empty: {
    title: 'See what it would do and cost',
    planned:
      'The planner reads the brief and the context once, decides on tasks, agents and models, and estimates the cost of each. Its own reading is paid from the budget, usually a few cents. Nothing else runs.',
    priced:
      'Your tasks get agents, models and a cost each, learned from finished work. That is free, and nothing runs.',
    viewer: 'There is no plan yet. A member of your team can make one.',
    make: 'Make the plan',
  },
  progress: {
    title: 'Planning…',
    steps: 'Reading the brief and the context, choosing agents and models, estimating costs.',
    elapsed: (time: string) => `${time} so far. It may take up to two minutes.`,
  },
  states: {
    proposed: {
      title: 'A proposal',
      advice: 'The engagement has no tasks yet. Accept these, or edit them first.',
    },
    current: {
      title: 'Ready to start',
      advice: 'These are the engagement’s tasks. Nothing has changed since they were priced.',
    },
    stale: {
      title: 'The tasks have changed since this was priced',
      advice: 'What is below shows the older ones. Price them again to see what they would cost now.',
    },
    active: {
      title: 'A run is going on',
      advice: 'This is the last plan. A new one can be made when the run is over.',
    },
  },
  actions: {
    again: 'Plan again',
    priceAgain: 'Price again',
    edit: 'Edit tasks',
    accept: 'Accept',
    start: 'Start the run',
    acceptAndStart: 'Accept and start',
    saveEdited: 'Accept and price again',
    cancelEdit: 'Back to the plan',
  },
  editor: {
    title: 'Edit the plan’s tasks',
    advice: 'They become the tasks of the engagement. Pricing them again is free.',
  },
  accepted: 'The plan’s tasks are the engagement’s now',
  cost: {
    title: 'Cost',
    expected: 'Expected',
    range: (low: string, high: string) => `${low} to ${high} in nine of ten runs`,
    free: 'Free',
    freeHint: 'The models chosen have no price.',
    left: 'Left of the budget',
    ofBudget: (budget: string) => `of ${budget}`,
    spent: (spent: string) => `${spent} spent so far`,
    picture: (expected: string, low: string, high: string, left: string) =>
      `Expected ${expected}, between ${low} and ${high}, with ${left} left of the budget`,
    legend: { range: 'Range', expected: 'Expected', left: 'Left of the budget' },
  },
  tasks: {
    title: (count: number) => countOf(count, 'task'),
    caption: 'Tasks of the plan with agent, model and cost',
    columns: { task: 'Task', agent: 'Agent and model', cost: 'Cost' },
    costRange: (low: string, high: string) => `${low} to ${high}`,
  },
  assumptions: {
    title: 'What the figures rest on',
    learned: (count: number) => `Costs are learned from ${countOf(count, 'finished task')}.`,
    shipped: 'No finished work to learn from yet: costs come from experience that ships with the service.',
    models:
      'Each task shows the model that would be chosen now. Once in a while another one is tried; the range allows for it.',
    planning: (cost: string) => `Making this plan cost ${cost}.`,
    made: (ago: string) => `Made ${ago}.`,
  },
} as const;

/** Starting a run. */
export const startTexts = {
  title: 'Start the run?',
  button: 'Start the run',
  starting: 'Starting…',
  most: 'At most',
  mostHint: 'What is left of the budget. No model is called beyond it.',
  expected: 'Expected',
  tasks: 'Tasks',
  planned: 'Planned from the brief',
  control: 'You can pause or stop it at any time. What is finished is kept.',
  nothingLeft: 'Nothing is left of the budget. Raise it before you start.',
  raise: 'Raise the budget',
} as const;
