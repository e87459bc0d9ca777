import { countOf, joinWords } from '../../format/words.ts';

export const overviewTexts = {
  recommendation: {
    title: 'Recommendation',
    read: 'Read the decision paper',
    none: 'The decision paper holds evidence without advice, because no model is connected.',
  },
  documents: {
    title: 'Documents',
    caption: 'Documents with their review, their clients and their open points',
    columns: { document: 'Document', review: 'Review', client: 'Client', open: 'Open points' },
    version: (version: number) => `Version ${version}`,
    stale: 'Outdated',
    staleHint: 'It rests on documents or assumptions that have changed since',
    notReleased: 'Not released',
    released: (version: number, links: number) =>
      links === 1 ? `Version ${version} released` : `Version ${version} released to ${links} clients`,
    waitsFor: (names: readonly string[]) => `Waits for ${joinWords(names)}`,
    client: 'the client',
    citations: (count: number) => countOf(count, 'open citation'),
    conflicts: (count: number) => countOf(count, 'conflict'),
    comments: (count: number) => countOf(count, 'open comment'),
    nothingOpen: 'None',
    all: 'All documents',
  },
  conflicts: {
    title: 'Conflicts',
    open: (count: number) => countOf(count, 'open conflict'),
    none: 'No document and no source contradicts another.',
    more: (count: number) => `${count} more`,
    citations: (count: number) => `${countOf(count, 'open citation')} in the documents`,
    allHold: 'No citation is open.',
  },
  waiting: {
    title: 'Waiting',
    forTeam: 'For the team',
    forYou: 'For you',
    forPerson: (name: string) => `For ${name}`,
    reviews: (count: number) => countOf(count, 'review'),
    questions: (count: number) => `${countOf(count, 'question')} of the agents`,
    comments: (count: number) => countOf(count, 'comment'),
    failed: 'A failed run',
    decisions: (count: number) => `Decision on ${countOf(count, 'document')}`,
    nothing: 'Nothing waits for anybody.',
  },
  due: {
    title: 'Due',
    none: 'No due date',
    overdue: 'Overdue',
  },
  money: {
    title: 'Money',
    spentOf: (budget: string) => `of ${budget} spent`,
    left: (amount: string) => `${amount} left`,
  },
  run: {
    completed: 'The run is complete',
    rerun: 'The rerun is complete',
    facts: (started: string, duration: string, cost: string) => `Started ${started}, took ${duration}, cost ${cost}.`,
    runs: (count: number) => `${countOf(count, 'completed run')} in all.`,
    details: 'Details',
  },
} as const;
