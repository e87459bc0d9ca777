import { countOf, joinWords } from '../format/words.ts';

export const startTexts = {
  title: 'Start from',
  ways: { request: 'A brief or email', template: 'A template' },
} as const;

export const requestTexts = {
  advice:
    'Paste the client’s email into the brief, or write it yourself. Name, client, due date and tasks are read off a pasted email.',
  choose: 'Choose a file',
  types: 'or drop an email (.eml), PDF or Word file here',
  keep: 'Keep the file as context',
  read: 'Fill in the form',
  reading: 'Reading…',
  filled: (found: readonly string[]) => `Filled in from the request: ${joinWords(found)}.`,
  missing: (missing: readonly string[]) => `Not found in the request: ${joinWords(missing)}.`,
  fields: { name: 'name', client: 'client', brief: 'brief', dueDate: 'due date' },
  tasks: (count: number) => countOf(count, 'task'),
  planned: 'The request lists no tasks, so the planner proposes them.',
  truncated: 'The request is longer than a brief can be. Its end was left out.',
  undo: 'Undo',
  tooLong: (most: string) => `The text is too long. At most ${most} characters can be read; send it as a file instead.`,
} as const;

export const moreSettingsTexts = {
  title: 'More settings',
  what: 'Owner, due date, model, how the agents work',
  due: (day: string) => `· due ${day}`,
} as const;

export const blanksTexts = {
  title: 'Fill in the template',
  left: (left: number, all: number) =>
    `${left} of ${all} required answers are missing. The brief below shows what you enter.`,
  done: 'All required answers are there. The brief below shows what you enter.',
  needed: 'Required',
  ask: {
    title: (count: number) =>
      count === 1 ? 'One required answer is missing' : `${count} required answers are missing`,
    advice:
      'What is missing stays in the brief in [brackets], and the agents treat it as unknown. You can edit the brief later.',
    confirm: 'Create and plan anyway',
  },
} as const;

export const sampleTexts = {
  open: 'Open a finished sample',
  opening: 'Opening…',
  badge: 'Sample',
  notice:
    'A finished sample: the client is invented, and the documents were written by hand in the form that agents write. All their citations are verified against the attached sources. It costs nothing, does not count toward the engagements of the month, and stays out of the queue, the insights and the library. Delete it whenever you like.',
  rerun: 'See the price of running it on your models',
} as const;

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
      time: (time: string) => `A run usually takes about ${time}.`,
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

export const engagementMenuTexts = {
  label: 'More actions',
  edit: 'Edit',
  duplicate: 'Duplicate',
  saveAsTemplate: 'Save as template',
  delete: 'Delete',
  duplicateDialog: {
    title: 'Duplicate the engagement',
    advice: 'The brief, tasks, budget and model are copied. Files, runs and documents are not.',
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
    draft: (name: string) => `“${name}” and its files are permanently deleted.`,
    all: (name: string) => `“${name}”, its runs, documents and files are permanently deleted.`,
    typed: 'delete',
    confirm: 'Delete engagement',
    done: (name: string) => `“${name}” deleted`,
  },
} as const;
