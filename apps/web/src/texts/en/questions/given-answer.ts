/** Texts of an answer to a question of an agent. */
export const givenAnswerTexts = { by: (name: string) => `Answered by ${name}` } as const;
