import { countOf } from '../shared/count-of.ts';

/** Texts of the paper for who decides, which concludes from all other documents. */
export const boardPaperTexts = {
  label: 'Board paper',
  hint: 'Concludes from the documents of all other tasks, for who decides',
  write: 'Write the board paper',
  again: 'Write the board paper again',
  busy: 'A run is in progress',
  title: 'Write the board paper?',
  about: (documents: number) =>
    `One agent reads ${documents === 1 ? 'the document' : `all ${countOf(documents, 'document')}`} and writes one paper for who decides: the answer first, then the figures, what the documents disagree on, and what remains open.`,
  adds: 'A task for it is added to the engagement. Nothing else runs.',
  renews: 'It becomes the next version of the paper. Nothing else runs.',
  facts: { price: 'Price', range: 'Nine of ten cost', left: 'Left of the budget' },
  range: (low: string, high: string) => `${low} to ${high}`,
  confirm: 'Write it',
  started: 'The board paper is being written',
} as const;
