import { t, translated } from '../../base/language/translate.ts';

export const comparisonTexts = translated({
  title: (name: string) => t('Compare versions of {name}', { name }),
  crumb: 'Versions',
  from: 'From version',
  to: 'To version',
  layout: 'Layout',
  split: 'Side by side',
  inline: 'Inline',
  next: 'Next change',
  previous: 'Previous change',
  toggleLayout: 'Switch between side by side and inline',
  changes: (changes: number) =>
    t('{changes, plural, one {# change} other {# changes}}', { changes }),
  position: (at: number, changes: number) => t('Change {at} of {changes}', { at, changes }),
  wordsAdded: (words: number) =>
    t('{words, plural, one {# word} other {# words}} added', { words }),
  wordsRemoved: (words: number) =>
    t('{words, plural, one {# word} other {# words}} removed', { words }),
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
  fold: (rows: number) =>
    t('Show {rows, plural, one {# unchanged part} other {# unchanged parts}}', { rows }),
  foldIn: (heading: string) => t('up to “{heading}”', { heading }),
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
  answersBy: (version: number) =>
    t('Version {version} answers the review of the previous version.', { version }),
});
