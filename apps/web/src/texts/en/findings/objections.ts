import { countOf } from '../shared/count-of.ts';

/** Texts of the adversary's objections to a document. */
export const objectionTexts = {
  count: (count: number) => countOf(count, 'objection'),
  hint: 'Objections of another provider’s model to this version',
  notInText: 'These words are no longer in the text: the writer has changed them.',
  about:
    'A model of another provider has read this version and raised objections, and the writer has answered once. Judge for yourself before you approve.',
  list: 'Objections',
  passage: 'About this passage',
  restsOn: 'It rests on',
  answer: 'The writer answers',
  unanswered: 'No answer from the writer',
  noWords: 'Changed without a comment.',
} as const;
