/** Texts of the dialog that opens before a page with unsaved text is left, and of the notice about a restored draft. */
export const leavePageTexts = {
  title: 'Leave this page?',
  advice: 'Your text is not saved yet. You can keep it as a draft in this browser tab until you come back.',
  stay: 'Keep writing',
  keep: 'Leave and keep draft',
  discard: 'Discard draft',
  startOver: 'Start over',
} as const;
