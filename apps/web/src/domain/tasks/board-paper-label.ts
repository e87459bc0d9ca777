import { boardPaperTexts } from '../../texts/en/findings/board-paper.ts';

/** Returns the label of the board paper; null if the name beside it already says the same. */
export const boardPaperLabel = (name: string): string | null =>
  name.trim() === boardPaperTexts.label ? null : boardPaperTexts.label;
