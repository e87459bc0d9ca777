import { t, translated } from '../../base/language/translate.ts';

export const planTexts = translated({
  empty: {
    title: 'See what a run would do and cost',
    planned:
      'The planner reads the brief and the sources once, chooses tasks, agents and models, and estimates the cost of each task. Planning is paid from the budget, usually a few cents. Nothing else runs.',
    priced:
      'Each of your tasks gets an agent, a model and a cost estimate learned from finished work. This is free, and nothing runs.',
    viewer: 'There is no plan yet. A member of your team can make one.',
    make: 'Make the plan',
  },
  waitsForFiles: 'The plan is made as soon as your files have been sent.',
  progress: {
    title: 'Planning…',
    steps: 'Reading the brief and the sources, choosing agents and models, estimating costs.',
    elapsed: (time: string) => t('{time} so far. It may take up to two minutes.', { time }),
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
  offlineModel: 'Offline model',
  cost: {
    title: 'Cost and time',
    expected: 'Expected',
    range: (low: string, high: string) => t('{low} to {high} in nine of ten runs', { low, high }),
    free: 'Free',
    freeHint: 'The chosen models have no price.',
    time: 'Time of a run',
    about: (time: string) => t('about {time}', { time }),
    learned: (count: number) =>
      t('{count, plural, one {As # finished task took} other {As # finished tasks took}}', {
        count,
      }),
    usual: 'As such tasks usually take',
    left: 'Budget left',
    saved: 'Saved by caches',
    cached: (share: string) =>
      t('already deducted · {share} of the input comes from a cache', { share }),
    ofBudget: (budget: string) => t('of {budget}', { budget }),
    spent: (spent: string) => t('{spent} spent so far', { spent }),
    picture: (expected: string, low: string, high: string, left: string) =>
      t('Expected {expected}, between {low} and {high}, with {left} left of the budget', {
        expected,
        low,
        high,
        left,
      }),
    legend: { range: 'Range', expected: 'Expected', left: 'Budget left' },
  },
  tasks: {
    title: (count: number) => t('{count, plural, one {# task} other {# tasks}}', { count }),
    caption: 'Tasks of the plan with agent, model and cost',
    costRange: (low: string, high: string) => t('{low} to {high}', { low, high }),
  },
  assumptions: {
    title: 'Where the figures come from',
    learned: (count: number) =>
      t('Costs are learned from {count, plural, one {# finished task} other {# finished tasks}}.', {
        count,
      }),
    shipped:
      'There is no finished work to learn from yet. Costs come from data that ships with the service.',
    models:
      'Each task shows the model that would be chosen now. Occasionally another model is tried; the range allows for it.',
    pinned: (model: string) =>
      t('The engagement is pinned to {model}, which writes every document.', { model }),
    planning: (cost: string) => t('Making this plan cost {cost}.', { cost }),
    made: (ago: string) => t('Made {ago}.', { ago }),
  },
});

export const startRunTexts = translated({
  title: 'Start the run?',
  button: 'Start the run',
  starting: 'Starting…',
  most: 'At most',
  mostHint: 'The remaining budget. It is never exceeded.',
  expected: 'Expected',
  time: 'Time',
  timeHint: 'You can leave the page meanwhile.',
  about: (time: string) => t('about {time}', { time }),
  tasks: 'Tasks',
  planned: 'Planned from the brief',
  control: 'You can pause or stop it at any time. Finished work is kept.',
  nothingLeft: 'The budget is used up. Raise it before you start.',
  raise: 'Raise the budget',
});
