import { findInElement } from '../../../domain/markdown/find-in-element.ts';
import { objectionTexts } from '../../../texts/en/findings/objections.ts';
import { showDoneToast } from '../../../ui/toasts/tell.ts';
import { showRanges } from '../citations/show-in-text.ts';

/** Scrolls to the passage of an objection and marks it, or says that the words are no longer in the text. */
export function showWords(article: HTMLElement, words: string): void {
  const range = findInElement(article, words);
  if (!range || !showRanges([range])) showDoneToast(objectionTexts.notInText);
}
