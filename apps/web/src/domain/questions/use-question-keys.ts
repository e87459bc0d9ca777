import { questionTexts } from '../../texts/en/questions/questions.ts';
import { usePageShortcuts } from '../../ui/keys/page-shortcuts.ts';
import { openFocusedAnswer, stepToQuestion } from './question-places.ts';

const { keys } = questionTexts;

/** `j` and `k` move between the questions of a page, and `a` answers; none while `enabled` is false. */
export function useQuestionKeys(enabled: boolean): void {
  const shortcuts = [
    { key: 'j', does: keys.next, act: () => stepToQuestion(1) },
    { key: 'k', does: keys.previous, act: () => stepToQuestion(-1) },
    { key: 'a', does: keys.answer, act: openFocusedAnswer },
  ];
  usePageShortcuts(enabled ? shortcuts : []);
}
