/**
 * The kinds of document that a task can produce. The kind selects the rubric (rubricType) and the outline. A
 * `synthesis` is the last task of a plan, which brings all other documents together (contract 11); no words tell it.
 */
export const taskKinds = [
  'research',
  'analysis',
  'strategy',
  'plan',
  'creative',
  'financial',
  'general',
  'synthesis',
] as const;
export type TaskKind = (typeof taskKinds)[number];
