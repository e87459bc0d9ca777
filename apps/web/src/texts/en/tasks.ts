import { countOf } from './count-of.ts';

/** The editor of tasks, and the graph beside it. */
export const taskTexts = {
  list: 'Tasks',
  add: 'Add a task',
  unnamed: (number: number) => `Task ${number}, no name yet`,
  moveUp: (name: string) => `Move “${name}” up`,
  moveDown: (name: string) => `Move “${name}” down`,
  remove: (name: string) => `Remove “${name}”`,
  full: (most: number) => `An engagement takes at most ${most} tasks.`,
  name: 'Name',
  namePlaceholder: 'Tariff options and their effect on households',
  nameMissing: 'Give the task a name: its deliverable is called by it.',
  description: 'What to write',
  descriptionPlaceholder: 'What the document must answer, which evidence counts, and how it should end.',
  agent: 'Agent',
  agentHint: 'Who writes it. Without a choice, the best suited one is picked when the work is planned.',
  agentPlaceholder: 'Picked by the planner',
  agentUnknown: (slug: string) => `There is no agent “${slug}” any more. Pick another one.`,
  agentSearch: 'Search agents by name or skill',
  agentClear: 'Let the planner pick',
  agentNone: 'No agent matches.',
  rosterFailed: 'The agents could not be read. The task can be kept without one.',
  dependsOn: 'Waits for',
  dependsOnHint: 'These are finished first, and their documents are read by this task’s agent.',
  dependsOnPlaceholder: 'Nothing: it can start at once',
  dependsOnCount: (count: number) => countOf(count, 'task'),
  dependsOnSearch: 'Search tasks',
  dependsOnNone: 'No other task matches.',
  dependsOnClosesCircle: 'waits for this task already',
  stopWaitingFor: (name: string) => `Do not wait for “${name}”`,
  waitsFor: (names: string) => `after ${names}`,
  circle: {
    title: 'These tasks wait for each other',
    field: (names: string) => `A circle: ${names}.`,
    advice: (names: string) => `${names}. None of them could ever begin: let one of them not wait.`,
  },
  graph: {
    title: 'Order of work',
    label: (count: number) =>
      `Graph of ${countOf(count, 'task')}: what stands lower waits for what leads to it. The list of tasks says the same in words.`,
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fit: 'Show all',
  },
  empty: {
    title: 'No tasks: the engine plans them',
    advice:
      'It reads the brief, decides which documents answer it, and who writes each. You see and may change its plan before anything runs. Add tasks yourself if you know what you want.',
  },
} as const;
