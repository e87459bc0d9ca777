import { t, translated } from '../base/language/translate.ts';

export const questionLinkTexts = translated({
  frame: {
    title: 'A question for you',
    skip: 'Skip to the question',
    privacy:
      'This link is for you alone: whoever has it can answer this question once, in your name.',
  },
  title: (company: string) => t('A question from {company}', { company }),
  about: (engagement: string) => t('About “{engagement}”', { engagement }),
  closed: {
    notice: {
      title: 'This link does not work',
      lead: 'It may have been used, have expired or be incomplete. It also stops working once someone else has answered.',
      advice: 'Nothing is lost. Sign in to see the question and its answer.',
    },
    action: 'See your questions',
  },
  retry: 'Try again',
});

/** Texts for people who answer without an account: in the client portal and by a mailed link. */
export const outsideQuestionTexts = translated({
  title: 'Questions for you',
  lead: 'Your answers become sources of the documents.',
  position: (at: number, all: number) => t('Question {at} of {all}', { at, all }),
  previous: 'Previous',
  next: 'Next',
  waits: (moment: string) => t('The work waits for your answer until {moment}.', { moment }),
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
    assumed:
      'The team has been notified. It can now update the documents that rested on the assumption.',
  },
  byOther: (name: string | null) =>
    name === null
      ? t('Someone else has answered this question in the meantime.')
      : t('{name} has answered this question in the meantime.', { name }),
  nextQuestion: (left: number) =>
    t('{left, plural, one {Next question (1 left)} other {Next question (# left)}}', { left }),
  allDone: 'All questions are answered.',
  answered: (count: number) => t('Answered questions ({count})', { count }),
});
