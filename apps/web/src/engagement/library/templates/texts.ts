import { t, translated } from '../../../base/language/translate.ts';

export const templateTexts = translated({
  title: 'Templates',
  description:
    'Briefs with tasks, ready to fill in. An engagement made from a template is an independent copy.',
  create: 'New template',
  search: 'Search templates',
  own: { title: 'Your templates', label: 'Templates of your workspace' },
  system: { title: 'Built in', label: 'Templates that come with the product', badge: 'Built in' },
  noOwn: {
    title: 'No templates of your own yet',
    advice:
      'Write one, copy a built-in one and change it, or save an engagement that went well: open its menu and choose “Save as template”.',
  },
  noMatch: 'No template matches',
  more: 'Show more',
  figures: {
    tasks: (count: number) => t('{count, plural, one {# task} other {# tasks}}', { count }),
    noTasks: 'Tasks proposed by the plan',
  },
  facts: { tasks: 'Tasks', budget: 'Budget', deciders: 'Decision-makers', created: 'Created' },
  use: 'Use template',
  copy: 'Copy and edit',
  brief: {
    title: 'Brief',
    description: 'A new engagement asks for the parts in [brackets], each of them once.',
  },
  tasks: { title: 'Tasks', description: 'One document each, in the order of their dependencies.' },
  attach: { title: 'What to attach', description: 'Files that improve the result.' },
  questions: {
    title: 'Questions for the review',
    description: 'What to ask of the documents before they go out.',
  },
  remove: {
    action: 'Delete template',
    title: (name: string) => t('Delete “{name}”?', { name }),
    advice: 'The template is permanently deleted. Engagements made from it stay as they are.',
    done: (name: string) => t('“{name}” deleted', { name }),
  },
  form: {
    title: 'New template',
    lead: 'Write a brief once and reuse it. Put what differs each time in [brackets], such as [Target market] or [Competitors (optional)].',
    about: { title: 'What it is', description: 'Your team chooses by name and description.' },
    name: 'Name',
    namePlaceholder: 'Tariff review for utilities',
    when: 'When to use it',
    whenPlaceholder: 'For utilities that must change their tariffs and explain it to a council.',
    brief: {
      title: 'Brief',
      description: 'The questions, the required facts, and the form of the answer.',
    },
    budget: {
      title: 'Budget',
      description: 'What an engagement from this template may spend, unless it says otherwise.',
    },
    missing: {
      name: 'Give the template a name.',
      when: 'Say when to use it.',
      brief: 'Write the brief.',
    },
    restored: 'Your unsaved draft has been restored.',
    copied: (name: string) => t('{name} (copy)', { name }),
    correct: 'Some fields need your attention.',
    next: 'Everyone in your workspace can use it.',
    submit: 'Save template',
    done: (name: string) => t('Template “{name}” saved', { name }),
  },
});
