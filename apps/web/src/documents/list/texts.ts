import { countOf } from '../../format/words.ts';

export const deliverableTexts = {
  title: 'Documents',
  summary: (approved: number, all: number) => `${approved} of ${countOf(all, 'document')} approved`,
  columns: {
    deliverable: 'Document',
    version: 'Version',
    review: 'Review',
    score: 'Score',
    citations: 'Citations',
    updated: 'Updated',
  },
  version: (version: number) => `v${version}`,
  words: (words: number) => countOf(words, 'word'),
  stale: 'Outdated',
  staleHint: 'Built on older versions, or on an assumption whose question has since been answered',
  conflicts: (count: number) => countOf(count, 'conflict'),
  conflictsHint: 'Values that differ in another source or document',
  writing: 'Being written',
  by: (agent: string) => `by ${agent}`,
  citations: {
    allVerified: (count: number) => `${count} verified`,
    some: (verified: number, all: number) => `${verified} of ${all} verified`,
    none: 'None',
    unchecked: 'Not checked',
  },
  noScore: 'No score',
  download: 'Download',
  pdf: 'PDF for the client',
  word: 'Word file for the client',
  pdfTeam: 'PDF for the team: versions, states, scores',
  pdfProvenance: 'PDF for the team, with agents and costs',
  internal: {
    title: 'Internal files',
    about: 'Reports on the runs for your team. Clients never see them.',
  },
  staleNotice: (count: number) =>
    count === 1
      ? 'One document is outdated: it was built on older versions, or on an assumption whose question has since been answered.'
      : `${count} documents are outdated: they were built on older versions, or on assumptions whose questions have since been answered.`,
  empty: {
    title: 'No documents yet',
    advice: 'A run writes one document for each task. They appear here one by one, ready for your review.',
    action: 'Go to the plan',
    running: 'The run is in progress. The first document appears here as soon as it is written.',
  },
} as const;
