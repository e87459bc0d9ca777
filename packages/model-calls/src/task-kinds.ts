/** The kinds of document that a task can produce. The kind selects the rubric (rubricType) and the outline. */
export const taskKinds = ['research', 'analysis', 'strategy', 'plan', 'creative', 'financial', 'general'] as const;
export type TaskKind = (typeof taskKinds)[number];
