export const questionLinkTexts = {
  loading: 'A question for you',
  title: (company: string) => `A question from ${company}`,
  skip: 'Skip to the question',
  about: (engagement: string) => `About “${engagement}”`,
  privacy: 'This link is for you alone: whoever has it can answer this question once, in your name.',
  closed: {
    title: 'This link does not work',
    lead: 'It may have been used, have expired or be incomplete. It also stops working once someone else has answered.',
    advice: 'Nothing is lost. Sign in to see the question and its answer.',
    action: 'See your questions',
  },
  retry: 'Try again',
} as const;

/** Texts for people who answer without an account: in the client portal and by a mailed link. */
export const outsideQuestionTexts = {
  title: 'Questions for you',
  lead: 'Your answers become sources of the documents.',
  position: (at: number, all: number) => `Question ${at} of ${all}`,
  previous: 'Previous',
  next: 'Next',
  waits: (moment: string) => `The work waits for your answer until ${moment}.`,
  goesOn: 'The work continued with an assumption. Your answer corrects or confirms it.',
  assumption: {
    open: 'Without your answer, we assume',
    assumed: 'For now, we assume',
    answered: 'We would have assumed',
  },
  impact: 'What depends on it',
  field: 'Your answer',
  hint: 'A sentence is often enough. You cannot change it later.',
  placeholder: 'Write your answer…',
  send: 'Send the answer',
  thanks: 'Thank you. Your answer has been recorded.',
  after: {
    open: 'The work continues with your answer now. There is nothing else for you to do.',
    assumed: 'The team has been notified. It can now update the documents that rested on the assumption.',
  },
  byOther: (name: string | null) => `${name ?? 'Someone else'} has answered this question in the meantime.`,
  nextQuestion: (left: number) => (left === 1 ? 'Next question (1 left)' : `Next question (${left} left)`),
  allDone: 'All questions are answered.',
  answered: (count: number) => `Answered questions (${count})`,
} as const;
