/**
 * The kinds of document. They select the rubric (rubricType) and the outline. A `synthesis`
 * concludes a plan and brings all other documents together; it does not follow from words.
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
