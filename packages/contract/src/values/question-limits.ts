/** Bounds of a question and its answer in characters, and of the questions of a task (contract 11). */
export const questionLimits = {
  question: 1_000,
  assumption: 1_000,
  impact: 1_000,
  answer: 20_000,
  perTask: 3,
} as const;
