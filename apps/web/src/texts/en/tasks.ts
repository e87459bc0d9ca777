import { countOf } from './shared/count-of.ts';

/** Texts of the task editor and its graph. */
export const taskTexts = {
  list: 'Tasks',
  add: 'Add a task',
  unnamed: (number: number) => `Task ${number}, no name yet`,
  moveUp: (name: string) => `Move “${name}” up`,
  moveDown: (name: string) => `Move “${name}” down`,
  remove: (name: string) => `Remove “${name}”`,
  full: (most: number) => `An engagement can have at most ${most} tasks.`,
  name: 'Name',
  namePlaceholder: 'Tariff options and their effect on households',
  nameMissing: 'Give the task a name. Its deliverable gets the same name.',
  description: 'What to write',
  descriptionPlaceholder: 'What the document must answer, which evidence counts, and how it should end.',
  agent: 'Agent',
  agentHint: 'Writes the document. If you choose none, the planner picks the best-suited agent.',
  agentPlaceholder: 'Picked by the planner',
  agentUnknown: (slug: string) => `The agent “${slug}” no longer exists. Pick another one.`,
  agentSearch: 'Search agents by name or skill',
  agentClear: 'Let the planner pick',
  agentNone: 'No agent matches.',
  rosterFailed: 'The agents could not be loaded. You can save the task without one.',
  dependsOn: 'Waits for',
  dependsOnHint: 'These tasks finish first, and this task’s agent reads their documents.',
  dependsOnPlaceholder: 'Nothing: it can start at once',
  dependsOnCount: (count: number) => countOf(count, 'task'),
  dependsOnSearch: 'Search tasks',
  dependsOnNone: 'No other task matches.',
  dependsOnClosesCircle: 'already waits for this task',
  stopWaitingFor: (name: string) => `Do not wait for “${name}”`,
  waitsFor: (names: string) => `after ${names}`,
  circle: {
    title: 'These tasks wait for each other',
    field: (names: string) => `Cycle: ${names}.`,
    advice: (names: string) => `${names}. None of them can start. Remove one of these dependencies.`,
  },
  graph: {
    title: 'Order of work',
    label: (count: number) =>
      `Graph of ${countOf(count, 'task')}: a task waits for the tasks above that lead to it. The list of tasks has the same information.`,
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fit: 'Show all',
  },
  empty: {
    title: 'No tasks: the engine plans them',
    advice:
      'It reads the brief and decides which documents answer it and who writes each one. You can change its plan before anything runs. Add tasks yourself if you know what you want.',
  },
} as const;
