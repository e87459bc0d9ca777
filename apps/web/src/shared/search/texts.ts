import { t, translated } from '../../base/language/translate.ts';

export const searchTexts = translated({
  title: 'Search',
  titleOf: (q: string) => t('{q} · Search', { q }),
  description: 'Find words in engagements, documents, sources, comments and archived pages.',
  label: 'Search everything',
  kind: 'Kind',
  anyKind: 'All kinds',
  kinds: {
    engagement: 'Engagements',
    deliverable: 'Documents',
    source: 'Sources',
    comment: 'Comments',
    page: 'Archived pages',
  },
  kindOf: {
    engagement: 'Engagement',
    deliverable: 'Document',
    source: 'Source',
    comment: 'Comment',
    page: 'Archived page',
  },
  engagement: 'Engagement',
  anyEngagement: 'All engagements',
  namedEngagement: 'The chosen engagement',
  commentBy: (name: string) => t('Comment by {name}', { name }),
  results: 'Results',
  count: (count: number) => t('{count, plural, one {# result} other {# results}}', { count }),
  best: (count: number) => t('The best {count} results. Add words to narrow them.', { count }),
  start: {
    title: 'What are you looking for?',
    advice:
      'Results contain all the words that you type, in any order. The beginning of a word is enough.',
  },
  none: {
    title: (q: string) => t('No results for “{q}”', { q }),
    advice: 'Try fewer words, or only the beginning of one.',
    narrowed: 'Other kinds and engagements were not searched.',
    everywhere: 'Search everywhere',
  },
  keys: { next: 'Next result', previous: 'Previous result' },
  menu: {
    group: 'Found in texts',
    all: (q: string) => t('All results for “{q}”', { q }),
    searching: 'Searching texts…',
    failed: 'The search failed. Try again in a moment.',
  },
  notInText: 'The words are in a part of the document that is not shown as text.',
  foundHere: 'Found words',
});
