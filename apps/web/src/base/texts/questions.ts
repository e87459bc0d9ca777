import { t, translated } from '../language/translate.ts';

export const questionTexts = translated({
  title: 'Questions',
  description:
    'What agents ask people, in all engagements. Questions that hold up a task come first.',
  show: 'Show',
  toAnswer: 'To answer',
  get answered() {
    return t('Answered', {}, 'answered questions');
  },
  waiting: { title: 'Work is waiting for these answers', list: 'Questions that hold up work' },
  assumed: { title: 'Work continued with an assumption', list: 'Questions with an assumption' },
  answeredList: 'Answered questions',
  more: 'Show more',
  keys: { next: 'Next question', previous: 'Previous question', answer: 'Answer the question' },
  keyHint: 'J and K move between questions, A answers.',
  empty: {
    title: 'No questions to answer',
    advice:
      'When an agent lacks a decisive fact that only people know, its question appears here, and the person who started the run gets an email. Each engagement says whether its agents may ask.',
  },
  noneAnswered: {
    title: 'No answers yet',
    advice: 'Questions appear here once someone has answered them, with the answer and its author.',
  },
  states: {
    open: 'Waiting for an answer',
    openUntil: (moment: string) => t('Waiting until {moment}', { moment }),
    assumed: 'Continued with an assumption',
    answered: 'Answered',
  },
  assumption: {
    open: 'Assumption if nobody answers',
    assumed: 'Assumption for now',
    answered: 'Assumption before the answer',
  },
  impact: 'What depends on it',
  restsOn: 'Documents that rest on the assumption',
  asks: (agent: string) => t('{agent} asks', { agent }),
  answer: {
    label: 'Your answer',
    hint: (modifier: string) =>
      t('Documents cite it as a source. {modifier} Enter sends it.', { modifier }),
    get open() {
      return t('Answer', {}, 'verb');
    },
    send: 'Send answer',
    cancel: 'Cancel',
    empty: 'Write an answer.',
    done: 'Answer recorded',
    goesOn: 'The waiting task continues with it.',
    stale: 'Documents that rest on the assumption are now outdated.',
    kept: 'The next run uses it as a source.',
    readOnly: 'Members of the workspace can answer.',
  },
  engagement: {
    description: 'What agents asked people, with the assumption and the answer to each question.',
    open: (count: number) => t('Open ({count})', { count }),
    assumed: (count: number) => t('Assumed ({count})', { count }),
    answered: (count: number) => t('Answered ({count})', { count }),
    empty: {
      title: 'No questions in this engagement',
      advice: {
        off: 'Its agents never ask. To let them ask, edit the engagement while no run is active.',
        assume:
          'When an agent lacks a decisive fact, it asks here and continues with an assumption.',
        wait: 'When an agent lacks a decisive fact, it asks here and its task waits for an answer.',
      },
    },
  },
  stale: {
    title: (count: number) =>
      t(
        '{count, plural, one {One document rests on an assumption whose question has since been answered} other {# documents rest on assumptions whose questions have since been answered}}',
        { count },
      ),
    price: (tasks: number, low: string, high: string, left: string) =>
      t(
        'A rerun of {tasks, plural, one {# task} other {# tasks}} costs {low} to {high}; {left} of the budget is left.',
        { tasks, low, high, left },
      ),
    free: (tasks: number) =>
      t('A rerun of {tasks, plural, one {# task} other {# tasks}} costs nothing.', { tasks }),
    pricing: 'Estimating the price of a rerun…',
    unpriced: 'The price cannot be estimated right now.',
    rerun: 'Rerun now',
    outdated: 'outdated',
  },
});
