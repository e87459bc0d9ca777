import { countOf } from './shared/count-of.ts';

/** Texts of the library: the records that completed runs leave. */
export const libraryTexts = {
  title: 'Library',
  description: 'Records of completed runs: how the work was divided, what it cost and how it was scored.',
  search: 'Search engagements, tasks, agents and models',
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
  gone: { title: 'This entry does not exist', advice: 'Its engagement may have been deleted. Choose another one.' },
  engagement: 'Open engagement',
  report: 'Run report',
  copy: 'Copy as Markdown',
  empty: {
    title: 'The library fills automatically',
    advice:
      'Every completed run adds an entry with its tasks, agents, scores, models and costs. It contains neither the brief nor the client’s name. Later runs and people can learn from it.',
    action: 'Go to engagements',
  },
  noMatch: { title: 'No entry matches', advice: 'Search for something else, or show all.', all: 'Show all' },
  entry: {
    planned: 'Planned by the engine from the brief.',
    given: 'The tasks were entered by people.',
    offline: 'Written by the built-in offline model.',
    summary: (tasks: string, score: string, cost: string, time: string) =>
      `**${tasks}** completed · average score **${score}** · **${cost}** · ${time}`,
    noScore: 'none',
    none: '–',
    tasks: 'How the work was divided',
    taskColumns: ['Task', 'Agent', 'After', 'Model', 'Score', 'Cost'],
    criteria: 'How it was scored',
    criteriaColumns: ['Criterion', 'Tasks', 'Average'],
    models: 'Which models were used',
    modelColumns: ['Model', 'Tasks', 'Average score', 'Cost'],
    failed: (name: string) => `${name} (failed)`,
  },
} as const;
