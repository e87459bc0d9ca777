import { countOf } from './count-of.ts';

/** Templates of engagements. */
export const templateTexts = {
  title: 'Templates',
  description: 'Briefs with their tasks, ready to be filled in. Whatever is made from one is a copy of its own.',
  create: 'New template',
  search: 'Search templates',
  own: { title: 'Your templates', label: 'Templates of your workspace' },
  system: { title: 'Built in', label: 'Templates that come with the product', badge: 'Built in' },
  noOwn: {
    title: 'None of your own yet',
    advice:
      'Write one, copy a built-in one and change it, or save an engagement that went well: open its menu and choose “Save as template”.',
  },
  noMatch: {
    title: 'No template matches',
    advice: 'Search for something else, or look at all of them.',
    all: 'Show all',
  },
  more: 'Show more',
  figures: {
    tasks: (count: number) => countOf(count, 'task'),
    noTasks: 'Tasks planned by the engine',
    weeks: (count: number) => (count === 1 ? 'about 1 week' : `about ${count} weeks`),
  },
  facts: { tasks: 'Tasks', budget: 'Budget', weeks: 'Usual length', deciders: 'Who decides', created: 'Created' },
  use: 'Use template',
  copy: 'Copy and change',
  brief: { title: 'Brief', description: 'To be filled in: what stands in [brackets] is replaced by what you know.' },
  tasks: { title: 'Tasks', description: 'One document each, in the order in which they wait for each other.' },
  attach: { title: 'What to attach', description: 'Files that make the result better.' },
  questions: { title: 'Questions for the review', description: 'What to ask of the deliverables before they go out.' },
  remove: {
    action: 'Delete template',
    title: (name: string) => `Delete “${name}”?`,
    advice: 'The template is deleted for good. Engagements that were made from it stay as they are.',
    done: (name: string) => `“${name}” is deleted`,
  },
  form: {
    title: 'New template',
    lead: 'A brief that is worth writing once. Leave what differs each time in [brackets].',
    about: { title: 'What it is', description: 'Your team chooses by name and description.' },
    name: 'Name',
    namePlaceholder: 'Tariff review for utilities',
    when: 'When to use it',
    whenPlaceholder: 'For utilities that must change their tariffs and explain it to a council.',
    brief: { title: 'Brief', description: 'The questions, what is to be known, and the form of the answer.' },
    budget: {
      title: 'Budget',
      description: 'What an engagement from this template may spend, unless it says otherwise.',
    },
    missing: { name: 'Give the template a name.', when: 'Say when to use it.', brief: 'Write the brief.' },
    restored: 'This is what you had written before.',
    copied: (name: string) => `${name} (copy)`,
    correct: 'Some fields need your attention.',
    next: 'Everybody in your workspace can use it.',
    submit: 'Save template',
    done: (name: string) => `Template “${name}” is saved`,
  },
} as const;
