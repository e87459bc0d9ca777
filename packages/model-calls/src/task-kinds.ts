/** What kind of document a task produces; it selects the rubric (rubricType) and the outline. */
export const taskKinds = ['research', 'analysis', 'strategy', 'plan', 'creative', 'financial', 'general'] as const;
export type TaskKind = (typeof taskKinds)[number];
