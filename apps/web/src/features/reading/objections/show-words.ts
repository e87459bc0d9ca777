import { jumpTo } from '../../../domain/outline/jump-to.ts';
import { objectionTexts } from '../../../texts/en/findings/objections.ts';
import { showDoneToast } from '../../../ui/toasts/tell.ts';
import { findInElement } from '../citations/find-in-element.ts';
import { clearHighlight, markFound } from '../citations/show-in-text.ts';

const block = 'p, li, td, th, blockquote, h1, h2, h3, h4, h5, h6';

/** Scrolls to the passage of an objection and marks it, or says that the words are no longer in the text. */
export function showWords(article: HTMLElement, words: string): void {
  clearHighlight();
  const range = findInElement(article, words);
  const target = range?.startContainer.parentElement?.closest<HTMLElement>(block);
  if (range && target) {
    markFound(range);
    jumpTo(target, 'center');
  } else showDoneToast(objectionTexts.notInText);
}
