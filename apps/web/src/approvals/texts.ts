import { countOf } from '../format/words.ts';

/** Texts of an approval that can be taken back. */
export const approvalTexts = {
  approved: (title: string) => `Approved “${title}”`,
  when: 'Recorded in 10 seconds, or at once when you leave this tab.',
  undo: 'Undo',
  undoKey: 'Take back the last approval',
  withOpenCitations: (title: string, count: number) => `“${title}” is approved with ${countOf(count, 'open citation')}`,
  refused: (title: string) => `“${title}” is not approved`,
  newerVersion: 'A newer version came first. Read it and decide again.',
  reviewedMeanwhile: 'Somebody else reviewed it first. See what they decided.',
  citationsOpen: 'This workspace requires every citation to be verified or computed.',
  later: 'The service could not be reached. The approval is sent as soon as it can be.',
  open: 'Open',
} as const;
