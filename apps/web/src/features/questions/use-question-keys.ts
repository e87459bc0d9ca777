import { questionTexts } from '../../texts/en/questions/questions.ts';
import { usePageShortcuts } from '../../ui/keys/page-shortcuts.ts';
import { openFocusedAnswer, stepToQuestion } from './question-places.ts';

const { keys } = questionTexts;

const shortcuts = [
  { key: 'j', does: keys.next, act: () => stepToQuestion(1) },
  { key: 'k', does: keys.previous, act: () => stepToQuestion(-1) },
  { key: 'a', does: keys.answer, act: openFocusedAnswer },
];

/** Lets `j` and `k` move between the questions of a page, and `a` answer one. */
export const useQuestionKeys = (): void => usePageShortcuts(shortcuts);
