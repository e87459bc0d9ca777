import { countOf } from '../../format/words.ts';

export const comparisonTexts = {
  title: (name: string) => `Compare versions of ${name}`,
  crumb: 'Versions',
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
    advice: 'These two versions have the same visible text.',
  },
  single: {
    title: 'There is only one version so far',
    advice: 'A rerun writes the next version. This page then shows what changed, word by word.',
    back: 'Read version 1',
  },
  sameVersion: {
    title: 'Choose two different versions',
    advice: 'Both sides show the same version now.',
  },
  answers: 'How the points were addressed',
  answersBy: (version: number) => `Version ${version} answers the review of the previous version.`,
} as const;
