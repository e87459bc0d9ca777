import { countOf } from '../format/words.ts';

/** Texts of the search over everything that a workspace has. */
export const searchTexts = {
  title: 'Search',
  titleOf: (q: string) => `${q} · Search`,
  description: 'Find words in engagements, deliverables, sources, comments and archived pages.',
  label: 'Search everything',
  kind: 'Kind',
  anyKind: 'All kinds',
  kinds: {
    engagement: 'Engagements',
    deliverable: 'Deliverables',
    source: 'Sources',
    comment: 'Comments',
    page: 'Archived pages',
  },
  kindOf: {
    engagement: 'Engagement',
    deliverable: 'Deliverable',
    source: 'Source',
    comment: 'Comment',
    page: 'Archived page',
  },
  engagement: 'Engagement',
  anyEngagement: 'All engagements',
  namedEngagement: 'The chosen engagement',
  commentBy: (name: string) => `Comment by ${name}`,
  results: 'Results',
  count: (count: number) => countOf(count, 'result'),
  best: (count: number) => `The best ${count} results. Add words to narrow them.`,
  start: {
    title: 'What are you looking for?',
    advice: 'Results contain all the words that you type, in any order. The beginning of a word is enough.',
  },
  none: {
    title: (q: string) => `No results for “${q}”`,
    advice: 'Try fewer words, or only the beginning of one.',
    narrowed: 'Other kinds and engagements were not searched.',
    everywhere: 'Search everywhere',
  },
  keys: { next: 'Next result', previous: 'Previous result' },
  menu: {
    group: 'Found in texts',
    all: (q: string) => `All results for “${q}”`,
    searching: 'Searching texts…',
    failed: 'The search failed. Try again in a moment.',
  },
  notInText: 'The words are in a part of the document that is not shown as text.',
  foundHere: 'Found words',
} as const;
