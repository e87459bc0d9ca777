/** The reading view of a deliverable, and texts that agents write wherever they are shown. */
export const readingTexts = {
  markdown: {
    footnotes: 'Sources',
    footnote: (number: string) => `Footnote ${number}`,
    backToText: 'Back to the text',
    outside: ' (opens another site)',
    picture: 'Picture',
    table: 'Table, scrolls sideways',
    code: 'Code, scrolls sideways',
    taskDone: 'Done',
    taskOpen: 'To do',
    notVerified: (reason: string) => `Not verified: ${reason}`,
  },
} as const;
