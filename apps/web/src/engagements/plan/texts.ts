import { countOf } from '../../format/words.ts';

export const planTexts = {
  empty: {
    title: 'See what a run would do and cost',
    planned:
      'The planner reads the brief and the context once, chooses tasks, agents and models, and estimates the cost of each task. Planning is paid from the budget, usually a few cents. Nothing else runs.',
    priced:
      'Each of your tasks gets an agent, a model and a cost estimate learned from finished work. This is free, and nothing runs.',
    viewer: 'There is no plan yet. A member of your team can make one.',
    make: 'Make the plan',
  },
  waitsForFiles: 'The plan is made as soon as your files have been sent.',
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
    finished: {
      title: 'This plan has run',
      advice: 'Its documents are written. Another run writes all of them again.',
    },
    stale: {
      title: 'The tasks have changed since this was priced',
      advice: 'The plan below shows the earlier tasks. Price them again to see the current cost.',
    },
    active: {
      title: 'A run is in progress',
      advice: 'This is the latest plan. You can make a new one when the run ends.',
    },
  },
  actions: {
    again: 'Plan again',
    priceAgain: 'Price again',
    edit: 'Edit tasks',
    accept: 'Accept',
    start: 'Start the run',
    startAgain: 'Run all tasks again',
    acceptAndStart: 'Accept and start',
    saveEdited: 'Accept and price again',
    cancelEdit: 'Back to the plan',
  },
  editor: {
    title: 'Edit the plan’s tasks',
    advice: 'They become the tasks of the engagement. Pricing them again is free.',
  },
  accepted: 'The engagement now has the plan’s tasks',
  cost: {
    title: 'Cost and time',
    expected: 'Expected',
    range: (low: string, high: string) => `${low} to ${high} in nine of ten runs`,
    free: 'Free',
    freeHint: 'The chosen models have no price.',
    time: 'Time of a run',
    about: (time: string) => `about ${time}`,
    learned: (count: number) => `As ${countOf(count, 'finished task')} took`,
    usual: 'As such tasks usually take',
    left: 'Budget left',
    saved: 'Saved by caches',
    cached: (share: string) => `already deducted · ${share} of the input comes from a cache`,
    ofBudget: (budget: string) => `of ${budget}`,
    spent: (spent: string) => `${spent} spent so far`,
    picture: (expected: string, low: string, high: string, left: string) =>
      `Expected ${expected}, between ${low} and ${high}, with ${left} left of the budget`,
    legend: { range: 'Range', expected: 'Expected', left: 'Budget left' },
  },
  tasks: {
    title: (count: number) => countOf(count, 'task'),
    caption: 'Tasks of the plan with agent, model and cost',
    costRange: (low: string, high: string) => `${low} to ${high}`,
  },
  assumptions: {
    title: 'Where the figures come from',
    learned: (count: number) => `Costs are learned from ${countOf(count, 'finished task')}.`,
    shipped: 'There is no finished work to learn from yet. Costs come from data that ships with the service.',
    models:
      'Each task shows the model that would be chosen now. Occasionally another model is tried; the range allows for it.',
    pinned: (model: string) => `The engagement is pinned to ${model}, which writes every document.`,
    planning: (cost: string) => `Making this plan cost ${cost}.`,
    made: (ago: string) => `Made ${ago}.`,
  },
} as const;

export const startRunTexts = {
  title: 'Start the run?',
  button: 'Start the run',
  starting: 'Starting…',
  most: 'At most',
  mostHint: 'The remaining budget. It is never exceeded.',
  expected: 'Expected',
  time: 'Time',
  timeHint: 'You can leave the page meanwhile.',
  about: (time: string) => `about ${time}`,
  tasks: 'Tasks',
  planned: 'Planned from the brief',
  control: 'You can pause or stop it at any time. Finished work is kept.',
  nothingLeft: 'The budget is used up. Raise it before you start.',
  raise: 'Raise the budget',
} as const;
