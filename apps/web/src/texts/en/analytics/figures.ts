import { countOf } from '../shared/count-of.ts';

/** Texts of the figures of an engagement. */
export const figureTexts = {
  title: 'Figures',
  description:
    'What sources or documents say differently, to be settled here, then every figure of the latest documents and where each stands.',
  summary: (figures: number, conflicts: number) =>
    conflicts === 0
      ? `${countOf(figures, 'figure')}, none that two documents give otherwise`
      : `${conflicts} of ${countOf(figures, 'figure')} in conflict`,
  conflict: 'Conflict',
  conflictHint: 'Documents give different values',
  onlyConflicts: 'Only conflicts',
  search: 'Search figures',
  list: 'Figures',
  values: (label: string) => `Values of ${label}`,
  inSection: (section: string) => `in “${section}”`,
  version: (version: number) => `version ${version}`,
  empty: {
    title: 'No figures yet',
    advice: 'When the check has read a document, its figures appear here with their unit, period and place.',
  },
  noMatch: 'No figure matches.',
  more: (count: number) => `Show more (${count})`,
  elsewhere: {
    title: 'Where else it stands',
    here: 'this document',
  },
} as const;
