/** Texts of the question for the user's name, also for its field on the account page. */
export const ownNameTexts = {
  label: 'Your name',
  ask: 'What is your name? Your colleagues and clients see it beside what you write.',
  save: 'Save name',
  saved: 'Name saved',
  later: 'Not now',
} as const;
