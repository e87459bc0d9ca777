import { countOf } from './count-of.ts';

/** Two versions of a deliverable side by side. */
export const compareTexts = {
  title: (name: string) => `Compare versions of ${name}`,
  from: 'From version',
  to: 'To version',
  layout: 'Layout',
  split: 'Side by side',
  inline: 'Inline',
  next: 'Next change',
  previous: 'Previous change',
  toggleLayout: 'Switch between side by side and inline',
  changes: (changes: number) => countOf(changes, 'change'),
  position: (at: number, changes: number) => `Change ${at} of ${changes}`,
  wordsAdded: (words: number) => `${countOf(words, 'word')} added`,
  wordsRemoved: (words: number) => `${countOf(words, 'word')} removed`,
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
  fold: (rows: number) => `Show ${countOf(rows, 'unchanged part')}`,
  foldIn: (heading: string) => `up to “${heading}”`,
  table: 'What changed between the two versions',
  same: {
    title: 'The texts are the same',
    advice: 'Nothing that is read differs between these two versions.',
  },
  single: {
    title: 'There is one version so far',
    advice: 'A rerun writes the next version. Then this page shows word by word what changed.',
    back: 'Read version 1',
  },
  sameVersion: {
    title: 'Choose two different versions',
    advice: 'Both sides show the same version now.',
  },
  answers: 'How the points were met',
  answersBy: (version: number) => `Version ${version} answers the review of the version before.`,
} as const;
