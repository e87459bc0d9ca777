import { countOf } from '../shared/count-of.ts';

/** Texts of the board paper, which concludes from all other documents. */
export const boardPaperTexts = {
  label: 'Board paper',
  hint: 'Concludes from the documents of all other tasks, for the people who decide',
  write: 'Write the board paper',
  again: 'Write the board paper again',
  busy: 'A run is in progress',
  title: 'Write the board paper?',
  about: (documents: number) =>
    `One agent reads ${documents === 1 ? 'the document' : `all ${countOf(documents, 'document')}`} and writes one paper for the people who decide: the answer first, then the figures, the disagreements between documents, and the open points.`,
  adds: 'The engagement gets a task for it. Nothing else runs.',
  renews: 'It becomes the next version of the paper. Nothing else runs.',
  facts: { price: 'Price', range: 'Nine in ten cost', left: 'Budget left' },
  range: (low: string, high: string) => `${low} to ${high}`,
  confirm: 'Write it',
  started: 'The board paper is being written',
} as const;
