import { countOf } from '../shared/count-of.ts';

/** Texts of the search over everything that a workspace has. */
export const searchTexts = {
  title: 'Search',
  titleOf: (q: string) => `${q} · Search`,
  description: 'Words in engagements, deliverables, sources, comments and archived pages.',
  label: 'Search everything',
  kind: 'Kind',
  anyKind: 'Every kind',
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
  best: (count: number) => `The best ${count} results. More words narrow them.`,
  start: {
    title: 'What are you looking for?',
    advice: 'A result has all words that you type, in any order. The beginning of a word is enough.',
  },
  none: {
    title: (q: string) => `Nothing has the words “${q}”`,
    advice: 'Try fewer words, or only the beginning of one.',
    narrowed: 'Other kinds and engagements are not searched now.',
    everywhere: 'Search everywhere',
  },
  keys: { next: 'Next result', previous: 'Previous result' },
  menu: {
    group: 'Found in texts',
    all: (q: string) => `All results for “${q}”`,
    searching: 'Searching texts…',
    failed: 'The texts could not be searched.',
  },
  notInText: 'The words stand in a part of the document that is not shown as text.',
  foundHere: 'Found words',
} as const;
