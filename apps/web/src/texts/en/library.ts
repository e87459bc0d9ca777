import { countOf } from './count-of.ts';

/** What earlier runs left for later ones. */
export const libraryTexts = {
  title: 'Library',
  description: 'What earlier runs left for later ones: how the work was divided, what it cost, how good it was.',
  search: 'Search titles, tasks, agents and models',
  label: 'Entries',
  loadingMore: 'Loading more',
  unscored: 'not scored',
  score: (score: string) => `score ${score}`,
  tasks: (done: number, all: number) => {
    if (done !== all) return `${done} of ${all} tasks`;
    return countOf(all, 'task');
  },
  choose: 'Choose an entry to read it.',
  back: 'All entries',
  gone: { title: 'This entry is not here', advice: 'Its engagement may have been deleted. Choose another one.' },
  engagement: 'Open engagement',
  report: 'Run report',
  copy: 'Copy as Markdown',
  empty: {
    title: 'The library fills by itself',
    advice:
      'Every completed run writes an entry: its tasks and who did them, scores, models and costs, without the brief and without the client’s name. Later runs and people can learn from it.',
    action: 'Go to engagements',
  },
  noMatch: { title: 'No entry matches', advice: 'Search for something else, or look at all of them.', all: 'Show all' },
  entry: {
    planned: 'Planned by the engine from the brief.',
    given: 'The tasks were given by people.',
    offline: 'Written by the built-in offline model.',
    summary: (tasks: string, score: string, cost: string, time: string) =>
      `**${tasks}** completed · average score **${score}** · **${cost}** · ${time}`,
    noScore: 'none',
    none: '–',
    tasks: 'How the work was divided',
    taskColumns: ['Task', 'Agent', 'After', 'Model', 'Score', 'Cost'],
    criteria: 'How it was judged',
    criteriaColumns: ['Criterion', 'Tasks', 'Average'],
    models: 'What the models did',
    modelColumns: ['Model', 'Tasks', 'Average score', 'Cost'],
    failed: (name: string) => `${name} (failed)`,
    unknown: 'This entry is of a form that cannot be shown as a text:',
  },
} as const;
