/** An engagement before its first run, and what may be done with every engagement. */
export const draftTexts = {
  next: {
    plan: {
      title: 'Next: see what it would cost',
      advice: 'The plan shows tasks, agents, models and a price range. Nothing runs until you start it.',
      action: 'Go to the plan',
    },
    start: {
      title: 'Planned and priced',
      advice: (expected: string, budget: string) => `Expected to cost ${expected} of a budget of ${budget}.`,
      action: 'See the plan',
    },
    again: {
      title: 'The tasks have changed since they were priced',
      advice: 'Look at the plan to price them again, or start right away: the budget is never exceeded.',
      action: 'Go to the plan',
    },
    viewer: { title: 'Not started yet', advice: 'A member of your team can plan and start it.' },
  },
  brief: 'Brief',
  showAll: 'Show the whole brief',
  showLess: 'Show less',
  tasks: 'Tasks',
  facts: {
    budget: 'Budget',
    created: 'Created',
    tasks: 'Tasks',
    planned: 'By the engine',
  },
  edit: 'Edit',
  editLocked: {
    title: 'Not while it is running',
    advice: 'Stop the run or wait for its end. Then brief, tasks and budget can be changed.',
  },
  save: 'Save changes',
  saved: 'Your changes are saved',
  unsaved: 'You have unsaved changes.',
  unchanged: 'Nothing has changed yet.',
  cancel: 'Cancel',
} as const;

/** The menu of an engagement. */
export const menuTexts = {
  label: 'More actions',
  edit: 'Edit',
  duplicate: 'Duplicate',
  saveAsTemplate: 'Save as template',
  delete: 'Delete',
  duplicateDialog: {
    title: 'Duplicate the engagement',
    advice: 'Brief, tasks and budget are copied. Context files, runs and deliverables are not.',
    name: (name: string) => `${name} (copy)`,
    confirm: 'Duplicate',
    done: (name: string) => `“${name}” is created`,
  },
  templateDialog: {
    title: 'Save as template',
    advice: 'Brief, tasks and budget become a template of your workspace.',
    name: 'Name',
    description: 'When to use it',
    descriptionPlaceholder: 'For utilities that must change their tariffs and explain it.',
    confirm: 'Save template',
    done: (name: string) => `Template “${name}” is saved`,
  },
  deleteDialog: {
    title: 'Delete the engagement?',
    draft: (name: string) => `“${name}” and its context files are deleted for good.`,
    all: (name: string) => `“${name}”, its runs, deliverables and context files are deleted for good.`,
    typed: 'delete',
    confirm: 'Delete engagement',
    done: (name: string) => `“${name}” is deleted`,
  },
} as const;
