/** Texts of an engagement before its first run. */
export const pendingTexts = {
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
      advice: 'Open the plan to price them again, or start right away. The budget is never exceeded.',
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
    model: 'Model',
    chosen: 'Chosen for each task',
  },
  edit: 'Edit',
  editLocked: {
    title: 'Editing is locked during a run',
    advice: 'Stop the run or wait until it ends to change the brief, tasks and budget.',
  },
  save: 'Save changes',
  saved: 'Changes saved',
  unsaved: 'You have unsaved changes.',
  unchanged: 'Nothing has changed yet.',
  cancel: 'Cancel',
} as const;

/** Texts of an engagement's menu and its dialogs. */
export const engagementMenuTexts = {
  label: 'More actions',
  edit: 'Edit',
  duplicate: 'Duplicate',
  saveAsTemplate: 'Save as template',
  delete: 'Delete',
  duplicateDialog: {
    title: 'Duplicate the engagement',
    advice: 'The brief, tasks, budget and model are copied. Context files, runs and deliverables are not.',
    name: (name: string) => `${name} (copy)`,
    confirm: 'Duplicate',
    done: (name: string) => `“${name}” created`,
  },
  templateDialog: {
    title: 'Save as template',
    advice: 'The brief, tasks and budget become a template of your workspace.',
    name: 'Name',
    description: 'When to use it',
    descriptionPlaceholder: 'For utilities that must change their tariffs and explain it.',
    confirm: 'Save template',
    done: (name: string) => `Template “${name}” saved`,
  },
  deleteDialog: {
    title: 'Delete the engagement?',
    draft: (name: string) => `“${name}” and its context files are permanently deleted.`,
    all: (name: string) => `“${name}”, its runs, deliverables and context files are permanently deleted.`,
    typed: 'delete',
    confirm: 'Delete engagement',
    done: (name: string) => `“${name}” deleted`,
  },
} as const;
