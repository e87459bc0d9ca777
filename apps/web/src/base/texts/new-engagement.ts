import { joinWords } from '../format/words.ts';
import { t, translated } from '../language/translate.ts';

export const startTexts = translated({
  title: 'Start from',
  ways: { request: 'A brief or email', template: 'A template' },
});

export const requestTexts = translated({
  advice:
    'Paste the client’s email into the brief, or write it yourself. Name, client, due date and tasks are read off a pasted email.',
  choose: 'Choose a file',
  types: 'or drop an email (.eml), PDF or Word file here',
  keep: 'Keep the file as context',
  read: 'Fill in the form',
  reading: 'Reading…',
  filled: (found: readonly string[]) =>
    t('Filled in from the request: {found}.', { found: joinWords(found) }),
  missing: (missing: readonly string[]) =>
    t('Not found in the request: {missing}.', { missing: joinWords(missing) }),
  fields: { name: 'name', client: 'client', brief: 'brief', dueDate: 'due date' },
  tasks: (count: number) => t('{count, plural, one {# task} other {# tasks}}', { count }),
  planned: 'The request lists no tasks, so the planner proposes them.',
  truncated: 'The request is longer than a brief can be. Its end was left out.',
  unread: (files: readonly string[]) =>
    t('Files of the mail were not read: {files}. Attach them below.', { files: joinWords(files) }),
  undo: 'Undo',
  tooLong: (most: string) =>
    t('The text is too long. At most {most} characters can be read; send it as a file instead.', {
      most,
    }),
});

export const moreSettingsTexts = translated({
  title: 'More settings',
  what: 'Owner, due date, model, how the agents work',
  due: (day: string) => t('· due {day}', { day }),
});

export const blanksTexts = translated({
  title: 'Fill in the template',
  left: (left: number, all: number) =>
    t('{left} of {all} required answers are missing. The brief below shows what you enter.', {
      left,
      all,
    }),
  done: 'All required answers are there. The brief below shows what you enter.',
  needed: 'Required',
  ask: {
    title: (count: number) =>
      t(
        '{count, plural, one {One required answer is missing} other {# required answers are missing}}',
        { count },
      ),
    advice:
      'What is missing stays in the brief in [brackets], and the agents treat it as unknown. You can edit the brief later.',
    confirm: 'Create and plan anyway',
  },
});

export const sampleTexts = translated({
  open: 'Open a finished sample',
  opening: 'Opening…',
  badge: 'Sample',
  notice:
    'A finished sample. The client is invented, and the documents were written by hand in the form that agents write. Every quote stands in the attached sources. The sample costs nothing and counts nowhere. Delete it whenever you like.',
  rerun: 'See the price of running it on your models',
});

export const pendingTexts = translated({
  next: {
    plan: {
      title: 'Next: see what it would cost',
      advice:
        'The plan shows tasks, agents, models and a price range. Nothing runs until you start it.',
      action: 'Go to the plan',
    },
    start: {
      title: 'Planned and priced',
      advice: (expected: string, budget: string) =>
        t('Expected to cost {expected} of a budget of {budget}.', { expected, budget }),
      time: (time: string) => t('A run usually takes about {time}.', { time }),
      action: 'See the plan',
    },
    again: {
      title: 'The tasks have changed since they were priced',
      advice:
        'Open the plan to price them again, or start right away. The budget is never exceeded.',
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
});

export const engagementMenuTexts = translated({
  label: 'More actions',
  edit: 'Edit',
  duplicate: 'Duplicate',
  saveAsTemplate: 'Save as template',
  delete: 'Delete',
  duplicateDialog: {
    title: 'Duplicate the engagement',
    advice: 'The brief, tasks, budget and model are copied. Files, runs and documents are not.',
    name: (name: string) => t('{name} (copy)', { name }),
    confirm: 'Duplicate',
    done: (name: string) => t('“{name}” created', { name }),
  },
  templateDialog: {
    title: 'Save as template',
    advice: 'The brief, tasks and budget become a template of your workspace.',
    name: 'Name',
    description: 'When to use it',
    descriptionPlaceholder: 'For utilities that must change their tariffs and explain it.',
    confirm: 'Save template',
    done: (name: string) => t('Template “{name}” saved', { name }),
  },
  deleteDialog: {
    title: 'Delete the engagement?',
    draft: (name: string) => t('“{name}” and its files are permanently deleted.', { name }),
    all: (name: string) =>
      t('“{name}”, its runs, documents and files are permanently deleted.', { name }),
    typed: 'delete',
    confirm: 'Delete engagement',
    done: (name: string) => t('“{name}” deleted', { name }),
  },
});
