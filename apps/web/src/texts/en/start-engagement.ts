import { countOf } from './shared/count-of.ts';
import { joinWords } from './shared/join-words.ts';

/** Texts of the ways to start a new engagement. */
export const startTexts = {
  title: 'Start from',
  ways: { request: 'A request or email', template: 'A template' },
} as const;

/** Texts of the field that takes a request as it came. */
export const requestTexts = {
  label: 'Request, email or notes from a call',
  placeholder: 'Paste it here. Name, client, brief and tasks are filled in below for you to check.',
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

/** Texts of the settings that are folded in a new engagement. */
export const moreSettingsTexts = {
  title: 'More settings',
  what: 'Owner, due date, model, how the agents work',
  due: (day: string) => `· due ${day}`,
} as const;

/** Texts of the form that asks for the blanks of a template. */
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

/** Texts about the finished sample. */
export const sampleTexts = {
  open: 'Open a finished sample',
  opening: 'Opening…',
  badge: 'Sample',
  notice:
    'A finished sample: the client is invented, and the documents were written by hand in the form that agents write. All their citations are verified against the attached sources. It costs nothing, does not count as an engagement of the month, and stays out of the queue, the insights and the library. Delete it whenever you like.',
  rerun: 'See the price of running it on your models',
} as const;
