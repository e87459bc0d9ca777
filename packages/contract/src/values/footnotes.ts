/** Whether a reader gets the footnotes of a document. */
export const footnoteChoices = ['all', 'none'] as const;
export type FootnoteChoice = (typeof footnoteChoices)[number];
