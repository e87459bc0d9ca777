import { t, translated } from '../../base/language/translate.ts';

export const deliverableTexts = translated({
  title: 'Documents',
  summary: (approved: number, all: number) =>
    t('{approved} of {all, plural, one {# document} other {# documents}} approved', {
      approved,
      all,
    }),
  columns: {
    deliverable: 'Document',
    version: 'Version',
    review: 'Review',
    score: 'Score',
    citations: 'Citations',
    updated: 'Updated',
  },
  version: (version: number) => `v${version}`,
  words: (words: number) => t('{words, plural, one {# word} other {# words}}', { words }),
  stale: 'Outdated',
  staleHint: 'Built on older versions, or on an assumption whose question has since been answered',
  conflicts: (count: number) =>
    t('{count, plural, one {# conflict} other {# conflicts}}', { count }),
  conflictsHint: 'Values that differ in another source or document',
  writing: 'Being written',
  by: (agent: string) => t('by {agent}', { agent }),
  citations: {
    allVerified: (count: number) => t('{count} verified', { count }),
    some: (verified: number, all: number) => t('{verified} of {all} verified', { verified, all }),
    get none() {
      return t('None', {}, 'citations');
    },
    unchecked: 'Not checked',
  },
  noScore: 'No score',
  download: 'Download',
  pdf: 'PDF for the client',
  word: 'Word file for the client',
  pdfTeam: 'PDF for the team: versions, states, scores',
  pdfProvenance: 'PDF for the team, with agents and costs',
  slides: 'Slides (PPTX)…',
  workbook: 'Excel workbook for the client',
  workbookTeam: 'Excel workbook for the team: figures as formulas',
  aiUse: 'AI-use statement for the team',
  internal: {
    title: 'Internal files',
    about: 'Reports on the runs for your team. Clients never see them.',
    runReport: 'Run report',
    operationsReview: 'Operations review',
  },
  staleNotice: (count: number) =>
    t(
      '{count, plural, one {One document is outdated: it was built on older versions, or on an assumption whose question has since been answered.} other {# documents are outdated: they were built on older versions, or on assumptions whose questions have since been answered.}}',
      { count },
    ),
  empty: {
    title: 'No documents yet',
    advice:
      'A run writes one document for each task. They appear here one by one, ready for your review.',
    action: 'Go to the plan',
    running: 'The run is in progress. The first document appears here as soon as it is written.',
  },
});
