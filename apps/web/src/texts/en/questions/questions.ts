import { countOf } from '../shared/count-of.ts';

/** Texts of agents' questions to people: the inbox, the page of an engagement, and what both share. */
export const questionTexts = {
  title: 'Questions',
  description: 'What agents ask people, over all engagements. Those that hold up a task come first.',
  show: 'Show',
  toAnswer: 'To answer',
  answered: 'Answered',
  waiting: { title: 'Work waits for these', list: 'Questions that hold up work' },
  assumed: { title: 'Work went on from an assumption', list: 'Questions with an assumption' },
  answeredList: 'Answered questions',
  more: 'Show more',
  keys: { next: 'Next question', previous: 'Previous question', answer: 'Answer the question' },
  keyHint: 'J and K go from one question to the next, A answers.',
  empty: {
    title: 'No questions to answer',
    advice:
      'When an agent lacks something decisive that only people know, its question appears here and is mailed to who started the run. Each engagement says whether its agents may ask.',
  },
  noneAnswered: {
    title: 'No answers yet',
    advice: 'Questions appear here once somebody has answered them, with the answer and its author.',
  },
  states: {
    open: 'Waits for an answer',
    openUntil: (moment: string) => `Waits until ${moment}`,
    assumed: 'Went on from an assumption',
    answered: 'Answered',
  },
  assumption: {
    open: 'Without an answer, it assumes',
    assumed: 'It went on from',
    answered: 'It would have assumed',
  },
  impact: 'What depends on it',
  restsOn: 'Rests on the assumption',
  asks: (agent: string) => `${agent} asks`,
  by: (name: string) => `Answered by ${name}`,
  answer: {
    label: 'Your answer',
    hint: (modifier: string) => `Documents cite it as a source. ${modifier} Enter sends it.`,
    open: 'Answer',
    send: 'Send answer',
    cancel: 'Cancel',
    empty: 'Write an answer.',
    done: 'Answer recorded',
    goesOn: 'The task that waited goes on with it.',
    stale: 'Documents that rest on the assumption are now outdated.',
    kept: 'It is a source of the next run.',
    readOnly: 'Members of the workspace can answer.',
  },
  engagement: {
    description: 'What agents asked people in this engagement, what they assumed, and what was answered.',
    open: (count: number) => `Open (${count})`,
    assumed: (count: number) => `Assumed (${count})`,
    answered: (count: number) => `Answered (${count})`,
    empty: {
      title: 'No questions in this engagement',
      advice: {
        off: 'Its agents never ask. They may if you allow it: edit the engagement while no run is active.',
        assume: 'When an agent lacks something decisive, it asks here and goes on from an assumption.',
        wait: 'When an agent lacks something decisive, it asks here and its task waits for an answer.',
      },
    },
  },
  stale: {
    title: (count: number) =>
      count === 1
        ? 'One document rests on an assumption that was answered since'
        : `${count} documents rest on assumptions that were answered since`,
    price: (tasks: number, low: string, high: string, left: string) =>
      `A rerun of ${countOf(tasks, 'task')} costs ${low} to ${high}; ${left} of the budget is left.`,
    free: (tasks: number) => `A rerun of ${countOf(tasks, 'task')} costs nothing.`,
    pricing: 'The price of a rerun is being estimated…',
    unpriced: 'The price cannot be estimated right now.',
    rerun: 'Rerun now',
    outdated: 'outdated',
  },
} as const;
